"""Inputs made from good ones: cut, doubled, spliced, garbled, and made of what often goes wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any, TypeVar

T = TypeVar("T")

# What readers of text often trip over, each for a reason of its own.
NASTY: Sequence[str] = (
    "", " ", "\t", "\n", "\r\n", "\r", "\0", "\x1b[31m", "\x7f", "\x85", "\u2028", "\u2029",
    "\ufeff", "\ud800", "\udc80", "\udcff", "\u202e", "\u200b", "\u0301", "\u00a0", "\U0010ffff",
    "²", "٣", "Ⅷ", "ß", "İ", "ı", "ſ", "K", "ﬁ", "♠", "♥", "🂡", "１", "ａ",
    "NaN", "nan", "inf", "-inf", "Infinity", "1e999", "-0", "-1", "0x10", "0b1", "0o7", "1_000",
    "1e5", "1.5", "9" * 20, "9" * 400, "9" * 5000, "1e" + "9" * 50, "0" * 500,
    "18446744073709551615",
    "18446744073709551616", "-9223372036854775809", "2147483648", "true", "false", "null", "None",
    "self",
    "[]", "{}", "''", '""', "()", "[" * 3000, "{" * 3000, "(" * 3000, "{a=" * 1500, "a." * 1500,
    "%s", "%n", "{0}", "{x.y}", "$HOME", "~", "..", "../../x", "/", "//", "\\", "\\u0000", "\\x",
    "'", '"', '"""', "'''", "`", "=", "==", ",", ",,", ";", ":", "|", "/", ".", "-", "--", "#", "!",
    "*", "?", "&", "<", ">", "a" * 10_000, "é" * 3000, "x\n" * 2000, " " * 5000, ". " * 1000,
    "1979-05-27", "2026-13-45", "07:32:00", "1979-05-27T07:32:00Z", "0001-01-01T00:00:00+23:59",
    "9999-12-31T23:59:59-23:59", "__class__", "__import__('os')", "0", "1", "7", "8", "52", "255",
)  # fmt: skip
NASTY_BYTES: Sequence[bytes] = (
    b"\x00", b"\xff", b"\xef\xbb\xbf", b"\xff\xfe", b"\xc3", b"\xed\xa0\x80", b"\xf4\x90\x80\x80",
    b"\x00" * 512, b"\xff" * 512, b"\r\n", b"\x1a", b"PK\x03\x04", b"PK\x05\x06", b"\x93NUMPY",
    b"SQLite format 3\x00", b"\x80\x04.", b"[" * 3000, b"9" * 5000,
)  # fmt: skip
_ALPHABET = "AaTtKk23456789051SHDChdcs ./,;-_=()[]{}\"'#\n\tabcgrwdonetur"


def one_of(rng: Random, *weighted: tuple[float, Callable[[], T]]) -> T:
    """Return what one of the makers makes, each taken as often as its weight says."""
    makers = [maker for _, maker in weighted]
    return rng.choices(makers, [weight for weight, _ in weighted])[0]()


def mutated(rng: Random, text: str, words: Sequence[str] = (), changes: int = 4) -> str:
    """Return ``text`` with one to ``changes`` changes, some of which put ``words`` in."""
    for _ in range(rng.randint(1, changes)):
        start = rng.randint(0, len(text))
        end = min(len(text), start + rng.choice((0, 1, 1, 2, 5, 20)))
        match rng.randrange(9):
            case 0:
                text = text[:start] + text[end:]
            case 1:
                text = text[:end] + text[start:]
            case 2:
                text = text[:start] + rng.choice(NASTY) + text[end:]
            case 3 if words:
                text = text[:start] + rng.choice(words) + text[end:]
            case 4:
                text = text[:start] + rng.choice(_ALPHABET) + text[end:]
            case 5:
                text = text[:start]
            case 6:
                piece = text[start:end]
                text = text[:start] + piece * rng.choice((2, 3, 100)) + text[end:]
            case 7:
                change = (str.upper, str.lower, str.swapcase, str.title, _carriage_returns)
                text = rng.choice(change)(text)
            case _:
                char = chr(
                    rng.choice((rng.randrange(128), rng.randrange(0x3000), rng.randrange(0x110000)))
                )
                text = text[:start] + char + text[end:]
    return text[:200_000]


def _carriage_returns(text: str) -> str:
    return text.replace("\n", "\r\n")


def any_text(rng: Random, seeds: Sequence[str], words: Sequence[str] = ()) -> str:
    """Return a good text, one made from it, or one of nothing that was ever good."""
    return one_of(
        rng,
        (2, lambda: rng.choice(seeds)),
        (10, lambda: mutated(rng, rng.choice(seeds), words)),
        (2, lambda: " ".join(rng.choices([*words, *seeds], k=rng.randint(0, 6)))),
        (1, lambda: rng.choice(NASTY)),
        (1, lambda: "".join(rng.choices(_ALPHABET, k=rng.randint(0, 40)))),
        (1, lambda: rng.randbytes(rng.randint(0, 40)).decode("utf-8", "surrogateescape")),
    )


def damaged(rng: Random, data: bytes) -> bytes:
    """Return ``data`` with some bytes changed, taken out, put in, or its end cut off."""
    changed = bytearray(data)
    for _ in range(rng.choice((1, 1, 1, 2, 5, 30))):
        start = rng.randint(0, len(changed))
        end = min(len(changed), start + rng.choice((1, 1, 2, 4, 16, 100, 4096)))
        match rng.randrange(8):
            case 0:
                del changed[start:end]
            case 1:
                changed[start:start] = rng.choice(NASTY_BYTES)
            case 2:
                changed[start:end] = rng.randbytes(end - start)
            case 3:
                changed[start:end] = bytes(end - start)
            case 4:
                changed[start:start] = changed[start:end]
            case 5 if rng.randrange(4) == 0:
                del changed[start:]
            case 6:
                other = rng.randint(0, len(changed))
                changed[start:end] = changed[other : other + end - start]
            case _:
                if start < len(changed):
                    changed[start] ^= 1 << rng.randrange(8)
    return bytes(changed[:2_000_000])


def smaller(item: Any) -> Iterator[Any]:
    """Yield simpler forms of an input, the boldest first: parts left out, texts made shorter."""
    if isinstance(item, tuple):
        for at, part in enumerate(item):
            for other in smaller(part):
                yield (*item[:at], other, *item[at + 1 :])
        return
    if not item:
        return
    yield item[:0]
    size = len(item) // 2
    while size:
        for at in range(0, min(len(item), 64 * size), size):
            yield item[:at] + item[at + size :]
        size //= 2
    if isinstance(item, list):
        for at, part in enumerate(item[:64]):
            for other in islice(smaller(part), 40):
                yield [*item[:at], other, *item[at + 1 :]]
