"""Records: one game from deal to end, in a text file that people can read.

A record holds all that the game needs to be played again years later: the cards of the deal, the
variant as it was, every move. ``record_of`` makes one from a game, ``write_record`` and
``read_record`` take it to a file and back, ``GameRecord.replay`` plays it again and checks every
word of it. A record is data only: nothing in it is ever run.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, Self

from pydantic import (
    AfterValidator,
    AwareDatetime,
    Field,
    ValidationError,
    model_validator,
)

from squares_core.cards import Card, card_name, parse_cards
from squares_core.checked_tables import CheckedTable, on_one_line, place_text, reason_text
from squares_core.deals import Deal, deal_text, parse_deal_code
from squares_core.errors import (
    InvalidValueError,
    RecordError,
    SquaresError,
    UnreadableError,
    system_reason,
)
from squares_core.game import MAX_PLAYERS, Game
from squares_core.moves import Move, move_text, parse_move
from squares_core.rules import Rules, card_moved
from squares_core.toml_text import read_toml, toml_array, toml_key, toml_value
from squares_core.variants import VariantSpec
from squares_core.whole_files import write_whole
from squares_core.wording import shown

if TYPE_CHECKING:
    from squares_core.registry import Registry

FORMAT: Final = 1
# What a variant says of itself, which is no part of its rules.
VARIANT_WORDS: Final = ("id", "base", "title", "summary", "source")
MAX_BYTES: Final = 1_000_000
MAX_MOVES: Final = 5_000
_MAX_LINE: Final = 8_000
_FIRST_YEAR, _LAST_YEAR = 1900, 9000

Short = Annotated[str, Field(max_length=100), AfterValidator(on_one_line)]
Count = Annotated[int, Field(ge=0, le=1_000_000)]
Points = Annotated[int, Field(ge=-1_000_000, le=1_000_000)]
State = Literal["playing", "finished", "blocked"]


def in_our_time(moment: datetime) -> datetime:
    """Return ``moment`` as it is.

    Raises ValueError for one without a zone, and where it could not be told in another one.
    """
    if moment.tzinfo is None or not _FIRST_YEAR <= moment.year <= _LAST_YEAR:
        raise ValueError(
            f"must be a time with its zone, in the years {_FIRST_YEAR} to {_LAST_YEAR}"
        )
    return moment


Moment = Annotated[AwareDatetime, AfterValidator(in_our_time)]


class LinePoints(CheckedTable):
    """What one line counted for."""

    line: Short = Field(description="the line, such as `row 1`")
    points: Points = Field(description="its points")


class BonusPoints(CheckedTable):
    """Something that the whole game earned once."""

    name: Short = Field(description="the combination, such as `his heels`")
    points: Points = Field(description="its points")


class Result(CheckedTable):
    """How the game ended."""

    total: Points = Field(description="the total score")
    won: bool | None = Field(
        default=None, description="whether it was won; left out in a game without a target"
    )
    bonus: list[BonusPoints] = Field(
        default=[], max_length=10, description="what the game earned once"
    )
    lines: list[LinePoints] = Field(max_length=20, description="the points of each line, in order")


class PluginVersion(CheckedTable):
    """A plugin that the game was played with."""

    name: Short = Field(description="the name of the plugin")
    distribution: Short = Field(description="the distribution it came in")
    version: Short = Field(description="the version of that distribution")


class PlayedMove(CheckedTable):
    """One move."""

    move: Short = Field(description="the move as it is typed, such as `b3` or `r1 b3`")
    card: Short | None = Field(default=None, description="the card it moved")
    player: Short | None = Field(default=None, description="who made it, where players have names")


def _distinct_cards(text: str) -> str:
    Deal(tuple(parse_cards(text)))
    return text


class Play(CheckedTable):
    """The deal, the players and their moves."""

    players: list[Short] = Field(
        default=[], max_length=MAX_PLAYERS, description="the players in their order, if named"
    )
    deal: Short = Field(description="the code of the deal")
    daily: date | None = Field(default=None, description="the day whose daily deal it is")
    cards: Annotated[str, Field(max_length=300), AfterValidator(_distinct_cards)] = Field(
        description="the cards in dealing order, those not yet turned among them"
    )
    moves: list[PlayedMove] = Field(
        max_length=MAX_MOVES, description="the moves that stand; those taken back are left out"
    )

    @model_validator(mode="after")
    def _code_fits(self) -> Self:
        if parse_deal_code(self.deal).cards != tuple(parse_cards(self.cards)):
            raise ValueError(f"deal {shown(self.deal)} is the code of other cards")
        return self


class GameRecord(CheckedTable):
    """One game. The fields stand in the order in which the file has them."""

    format: Literal[1] = Field(description="the version of this format")
    id: Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")] = Field(
        description="32 hexadecimal digits, drawn at random, that tell this game from all others; "
        "the games of one deal that players play each alone differ in the last two only"
    )
    program: Short = Field(description="the program that wrote the file, and its version")
    started: Moment = Field(description="when the game began")
    saved: Moment = Field(description="when this was written")
    finished: Moment | None = Field(default=None, description="when the game came to an end")
    state: State = Field(
        description="`playing`, `finished`, or `blocked`: no move was allowed before the end"
    )
    result: Result | None = Field(default=None, description="present once the game is over")
    aids: dict[Short, Count] = Field(
        default={}, max_length=50, description="how often each aid was used, such as `hints`"
    )
    variant: VariantSpec = Field(description="the variant as it was, complete, without a base")
    plugins: list[PluginVersion] = Field(
        default=[], max_length=50, description="what the variant, its scorer and rule came from"
    )
    game: Play = Field(description="the deal, the players and their moves")

    @model_validator(mode="after")
    def _result_when_over(self) -> Self:
        if (self.result is None) != (self.state == "playing"):
            raise ValueError(f"state is {self.state}, but a result is given or missing")
        return self

    @property
    def deal(self) -> Deal:
        """The deal, with its short code where it has one."""
        return parse_deal_code(self.game.deal)

    @property
    def cards_shown(self) -> tuple[Card, ...]:
        """The cards of the deal that the game could show, in dealing order."""
        spec = self.variant
        piles = spec.reserves * spec.reserve_size + spec.waste
        return self.deal.cards[: spec.rows * spec.columns + piles + (spec.starter != "none")]

    @property
    def rules_key(self) -> str:
        """16 hexadecimal digits that are equal for games of equal rules, whatever their names."""
        rules = self.variant.model_dump(exclude_none=True, exclude=set(VARIANT_WORDS))
        return hashlib.sha256(toml_value(rules).encode()).hexdigest()[:16]

    def text(self) -> str:
        """Return the record as the text of its file."""
        head = self.model_dump(exclude_none=True, include=set(_TOP))
        lines = [
            "# A game of Squares: 'squares replay' with the name of this file steps through it"
        ]
        lines += _rows(head)
        if self.result is not None:
            lines += ["", "[result]", *_rows(self.result.model_dump(exclude_none=True))]
        lines += ["", "[aids]", *_rows(self.aids)]
        lines += ["", "[variant]", *_rows(self.variant.model_dump(exclude_none=True))]
        for plugin in self.plugins:
            lines += ["", "[[plugins]]", *_rows(plugin.model_dump())]
        # The list of moves stands last: a file that was cut anywhere lacks its closing bracket.
        lines += ["", "[game]", *_rows(self.game.model_dump(exclude_none=True))]
        return "\n".join(lines) + "\n"

    def replay(self, registry: Registry, where: str = "the record") -> Game:
        """Return the game after all its moves, each checked and the result compared.

        Raises RecordError that names ``where`` and the move or figure at fault, also when no plugin
        has the scorer or the placement rule of the variant.
        """
        try:
            game = Game(registry.resolve(self.variant), self.deal, self.game.players)
        except SquaresError as error:
            raise RecordError(f"{where}: {error}") from error
        for number, entry in enumerate(self.game.moves, 1):
            try:
                move = parse_move(entry.move, game.rules.grid)
                _check_entry(entry, game, move)
                game.play(move)
            except SquaresError as error:
                name = shown(entry.move, 20)
                raise RecordError(f"{where}: move {number} ({name}): {error}") from error
        self._check_end(game, registry, where)
        return game

    def _check_end(self, game: Game, registry: Registry, where: str) -> None:
        state = state_of(game)
        if state != self.state:
            raise RecordError(f"{where}: state is {self.state}, but after its moves it is {state}")
        if self.result is None:
            return
        found = _result_of(game)
        note = self._versions_note(registry)
        if found.total != self.result.total:
            raise RecordError(
                f"{where}: total is {self.result.total}, but its grid counts {found.total}{note}"
            )
        for what in ("lines", "bonus", "won"):
            if getattr(found, what) != getattr(self.result, what):
                raise RecordError(f"{where}: result.{what} is not what its grid counts{note}")

    def _versions_note(self, registry: Registry) -> str:
        here = {plugin.name: plugin.version for plugin in registry.plugins}
        other = [
            f"{plugin.name} {shown(plugin.version)}, here {here.get(plugin.name, 'not installed')}"
            for plugin in self.plugins
            if here.get(plugin.name) != plugin.version
        ]
        return f"; it was played with {'; '.join(map(shown, other))}" if other else ""


_TOP: Final = ("format", "id", "program", "started", "saved", "finished", "state")


def _rows(table: Mapping[str, Any]) -> list[str]:
    return [f"{toml_key(key)} = {_several(value)}" for key, value in table.items()]


def _several(value: Any) -> str:
    tables = isinstance(value, list) and value and isinstance(value[0], dict)
    return toml_array(value) if tables or value == [] else toml_value(value)


def new_game_id() -> str:
    """Return an id for a new game, like no other."""
    return secrets.token_hex(16)


def now() -> datetime:
    """Return the present moment in UTC, to the second."""
    return datetime.now(UTC).replace(microsecond=0)


def state_of(game: Game) -> State:
    """Return whether ``game`` goes on, came to its end, or to a stop without a legal move."""
    if game.finished:
        return "finished"
    return "blocked" if game.blocked else "playing"


def spec_of(rules: Rules) -> VariantSpec:
    """Return a variant's table, complete and without a base, that resolves to ``rules`` again.

    Options of the scorer are all written out, so that a later version of its plugin with other
    defaults changes nothing; options of a kind that TOML lacks are left to the plugin.
    """
    options = {
        name: dict(value) if isinstance(value, Mapping) else value
        for name, value in rules.scorer.parameters.items()
        if isinstance(value, int | float | str | list | Mapping)
    }
    return VariantSpec(
        id=rules.id,
        title=rules.title,
        summary=rules.summary,
        source=rules.source,
        rows=rules.grid.rows,
        columns=rules.grid.columns,
        lines=list(dict.fromkeys(line.kind for line in rules.lines)),
        scorer=rules.scorer.id,
        scorer_options=options,
        placement=rules.placement.id,
        deal=rules.deal,
        starter=rules.starter,
        reserves=rules.reserves,
        reserve_size=rules.reserve_size,
        waste=rules.waste_size,
        target="none" if rules.target is None else rules.target,
        line_target="none" if rules.line_target is None else rules.line_target,
    )


def plugins_of(rules: Rules, registry: Registry) -> list[PluginVersion]:
    """Return the plugins that gave the variant, the scorer and the placement rule of ``rules``."""
    wanted = {
        "variants": rules.id,
        "scorers": rules.scorer.id,
        "placement_rules": rules.placement.id,
    }
    return [
        PluginVersion(name=info.name, distribution=info.distribution, version=info.version)
        for info in registry.plugins
        if any(id_ in info.provides.get(kind, ()) for kind, id_ in wanted.items())
    ]


def record_of(
    game: Game,
    *,
    id_: str,
    started: datetime,
    saved: datetime | None = None,
    finished: datetime | None = None,
    aids: Mapping[str, int] | None = None,
    daily: date | None = None,
    plugins: Sequence[PluginVersion] = (),
) -> GameRecord:
    """Return the record of ``game`` as it stands.

    ``finished`` is when it came to its end and is left out of a game in progress. Raises
    RecordError for a game that no record can hold, such as one of more than 5000 moves.
    """
    over = game.over
    try:
        return GameRecord(
            format=FORMAT,
            id=id_,
            program=_program(),
            started=started,
            saved=saved or now(),
            finished=(finished or saved or now()) if over else None,
            state=state_of(game),
            result=_result_of(game) if over else None,
            aids={name: count for name, count in (aids or {}).items() if count},
            variant=spec_of(game.rules),
            plugins=list(plugins),
            game=Play(
                players=list(game.players),
                deal=game.deal.code,
                daily=daily,
                cards=deal_text(game.deal),
                moves=list(_played(game)),
            ),
        )
    except ValidationError as error:
        raise RecordError(f"this game fits no record: {_reason(error)}") from error


@cache
def _program() -> str:
    return f"squares-solitaire {version('squares-solitaire')}"


def _played(game: Game) -> Iterator[PlayedMove]:
    for made in game.history():
        yield PlayedMove(
            move=move_text(made.move, game.rules.grid),
            card=None if made.card is None else card_name(made.card),
            player=made.player,
        )


def _check_entry(entry: PlayedMove, game: Game, move: Move) -> None:
    if entry.player != game.to_move:
        whose = game.to_move or "a player without a name"
        raise InvalidValueError(f"it is the turn of {whose}, not of {shown(str(entry.player))}")
    card = card_moved(game.position, move)
    if entry.card is not None and (card is None or parse_cards(entry.card) != [card]):
        there = "no card" if card is None else card_name(card)
        raise InvalidValueError(f"it moves {there}, not {shown(entry.card)}")


def _result_of(game: Game) -> Result:
    score = game.score
    return Result(
        total=score.total,
        won=game.won if game.rules.decides else None,
        bonus=[BonusPoints(name=item.name, points=item.points) for item in score.bonus],
        lines=[LinePoints(line=line.line.name, points=line.points) for line in score.lines],
    )


def write_record(record: GameRecord, path: Path) -> None:
    """Write ``record`` to ``path``, whole or not at all; what was there before is replaced.

    Raises RecordError when it cannot be written.
    """
    try:
        write_whole(path, record.text().encode("utf-8"), durable=True)
    except OSError as error:
        raise RecordError(f"cannot write record {path}: {system_reason(error)}") from error


def read_record(path: Path) -> GameRecord:
    """Return the record in the file at ``path``; ``replay`` then checks its moves.

    Raises RecordError for a file that cannot be read or is no record.
    """
    try:
        if not path.is_file():
            raise RecordError(
                f"there is no record {path}" if not path.exists() else f"{path} is no file"
            )
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise RecordError(f"cannot read record {path}: {system_reason(error)}") from error
    if len(data) > MAX_BYTES:
        raise RecordError(f"{path} is too large for a record: at most {MAX_BYTES // 1000} kB")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RecordError(f"{path} is no record: byte {error.start} is not UTF-8 text") from error
    return parse_record(text, str(path))


def parse_record(text: str, where: str = "the record") -> GameRecord:
    """Return the record that ``text`` holds; ``where`` names the text in messages.

    Raises RecordError for text that is not TOML, is of a newer format, or lacks something.
    """
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > _MAX_LINE:
            raise RecordError(f"{where}: line {number} is too long for a record")
    try:
        tables = read_toml(text)
    except UnreadableError as error:
        raise RecordError(f"{where} is no record, or not whole: {error}") from error
    found = tables.get("format")
    if not isinstance(found, int) or isinstance(found, bool):
        raise RecordError(f"{where} is no record, or not whole: it lacks 'format = {FORMAT}'")
    if found > FORMAT:
        raise RecordError(
            f"{where} has format {shown(str(found))}, newer than the {FORMAT} that this version "
            "reads: update squares-solitaire"
        )
    try:
        return GameRecord.model_validate(tables)
    except ValidationError as error:
        raise RecordError(f"{where}: {_reason(error)}") from error


def _reason(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_input=False)[0]
    place = shown(place_text(first["loc"]), 80)
    message = shown(reason_text(first), 200)
    if first["type"] == "extra_forbidden":
        message = "is not a key of a record"
    elif first["type"] == "string_pattern_mismatch":
        id_ = first["loc"] == ("id",)
        message = f"must be {'32 hexadecimal digits' if id_ else 'small letters and hyphens'}"
    return f"{place}: {message}" if place else message
