/* The loops of squares_core.engine.game_loops for Poker Squares in C, to compare with.
 *
 * reference TABLES PLAYER SEED GAMES: plays GAMES deals of SEED with player 0 (random) or 1 (greedy)
 * on the tables that playouts.py wrote to the file TABLES; prints seconds of the processor, the sum of all
 * totals and the exclusive or of all traces.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SIDE 5
#define CELLS 25
#define LINES 10

static const uint64_t GAMMA = 0x9E3779B97F4A7C15ull;

static uint64_t mix(uint64_t word)
{
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9ull;
    word = (word ^ (word >> 27)) * 0x94D049BB133111EBull;
    return word ^ (word >> 31);
}

static uint64_t next_word(uint64_t *state)
{
    *state += GAMMA;
    return mix(*state);
}

static uint64_t stream(uint64_t seed, uint64_t index, uint64_t purpose)
{
    return mix(mix(seed + GAMMA) ^ mix(index + 2 * GAMMA)) ^ mix(purpose);
}

static uint64_t below(uint64_t *state, uint64_t limit)
{
    int bits = 0;
    uint64_t number;
    while (limit >> bits)
        bits++;
    do
        number = next_word(state) >> (64 - bits);
    while (number >= limit);
    return number;
}

static void shuffle(uint64_t seed, uint64_t index, uint8_t *pack)
{
    uint64_t state = stream(seed, index, 0);
    for (int card = 0; card < 52; card++)
        pack[card] = (uint8_t)card;
    for (uint64_t place = 0; place < 51; place++) {
        uint64_t left = 52 - place, excess = (UINT64_MAX % left + 1) % left, word;
        do
            word = next_word(&state);
        while (word > UINT64_MAX - excess);
        uint64_t other = place + word % left;
        uint8_t card = pack[place];
        pack[place] = pack[other];
        pack[other] = card;
    }
}

static uint16_t (*transitions)[52];
static int32_t *running;

static uint8_t bit_in_byte[256][8];

static uint64_t sum_bytes(uint64_t mask)
{
    mask -= mask >> 1 & 0x5555555555555555ull;
    mask = (mask & 0x3333333333333333ull) + (mask >> 2 & 0x3333333333333333ull);
    return (mask + (mask >> 4) & 0x0F0F0F0F0F0F0F0Full) * 0x0101010101010101ull;
}

static int find_bit(uint64_t mask, uint64_t sums, uint64_t number)
{
    const uint64_t high = 0x8080808080808080ull, low = 0x0101010101010101ull;
    uint64_t before = ((number * low | high) - sums) & high;
    uint64_t place = (before >> 7) * low >> 53 & 0x78;
    return (int)(place + bit_in_byte[mask >> place & 0xFF][number - (sums << 8 >> place & 0xFF)]);
}

static int32_t play(int greedy, uint64_t seed, uint64_t game, const uint8_t *deal, uint8_t *grid,
                    uint64_t *trace)
{
    uint16_t states[LINES] = {0};
    int32_t gains[LINES], total = 0;
    uint64_t chance = stream(seed, game, 1), empty = (1ull << CELLS) - 1, moves = 0;
    for (int turn = 0; turn < CELLS; turn++) {
        uint8_t card = deal[turn];
        int chosen = 0;
        if (greedy) {
            int32_t best = INT32_MIN;
            for (int line = 0; line < LINES; line++)
                gains[line] = running[transitions[states[line]][card]] - running[states[line]];
            for (int cell = 0; cell < CELLS; cell++) {
                int32_t gain = gains[cell / SIDE] + gains[SIDE + cell % SIDE];
                if (gain > best && empty >> cell & 1) {
                    best = gain;
                    chosen = cell;
                }
            }
        } else {
            uint64_t sums = sum_bytes(empty);
            chosen = find_bit(empty, sums, below(&chance, sums >> 56));
        }
        moves = moves * 0x100000001B3ull + (uint64_t)chosen + 1;
        grid[chosen] = card;
        empty &= ~(1ull << chosen);
        states[chosen / SIDE] = transitions[states[chosen / SIDE]][card];
        states[SIDE + chosen % SIDE] = transitions[states[SIDE + chosen % SIDE]][card];
    }
    for (int line = 0; line < LINES; line++)
        total += running[states[line]];
    *trace = moves;
    return total;
}

int main(int count, char **words)
{
    if (count != 5)
        return 2;
    FILE *file = fopen(words[1], "rb");
    int32_t states;
    if (!file || fread(&states, sizeof states, 1, file) != 1)
        return 1;
    transitions = malloc(sizeof *transitions * (size_t)states);
    running = malloc(sizeof *running * (size_t)states);
    if (fread(transitions, sizeof *transitions, (size_t)states, file) != (size_t)states
        || fread(running, sizeof *running, (size_t)states, file) != (size_t)states)
        return 1;
    int greedy = atoi(words[2]);
    uint64_t seed = strtoull(words[3], NULL, 10), games = strtoull(words[4], NULL, 10);
    uint8_t(*deals)[52] = malloc(games * 52);
    uint8_t(*grids)[CELLS] = malloc(games * CELLS);
    uint64_t *traces = malloc(games * sizeof *traces);
    for (uint64_t game = 0; game < games; game++)
        shuffle(seed, game, deals[game]);
    for (int byte = 0; byte < 256; byte++)
        for (int bit = 0, found = 0; bit < 8; bit++)
            if (byte >> bit & 1)
                bit_in_byte[byte][found++] = (uint8_t)bit;
    int64_t total = 0;
    struct timespec start, end;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
    for (uint64_t game = 0; game < games; game++)
        total += play(greedy, seed, game, deals[game], grids[game], &traces[game]);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    double seconds = (double)(end.tv_sec - start.tv_sec) + 1e-9 * (double)(end.tv_nsec - start.tv_nsec);
    uint64_t all = 0;
    for (uint64_t game = 0; game < games; game++)
        all ^= traces[game];
    printf("%.9f %lld %llu\n", seconds, (long long)total, (unsigned long long)all);
    return 0;
}
