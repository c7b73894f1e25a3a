"""``squares plugins check``: whether a plugin keeps the promises that Squares relies on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from squares_core.registry import Registry

if TYPE_CHECKING:
    from squares_core.testing import ConformanceCase, Outcome


def check(name: str, registry: Registry, expected: Sequence[str], *, as_json: bool) -> bool:
    """Run the conformance kit over the plugin, distribution or variant file called ``name``.

    A name that ends in ``.toml`` is that of a file. ``expected`` are texts such as ``"scorer aces:
    points=the reason"``, for promises that are broken on purpose. Prints each promise with what
    came of it, as it comes, or all as one JSON document. Returns whether every promise is kept that
    has to be. Raises UnknownIdError for a name that no plugin has, InvalidValueError for a text of
    ``expected`` that is of no use, and what reading a variant file raises.
    """
    from pathlib import Path

    from squares_core.cli.output import print_json
    from squares_core.plugins import normalised
    from squares_core.testing import expecting, plugin_cases, variant_file_cases

    if name.lower().endswith(".toml"):
        cases = variant_file_cases(Path(name), registry=registry)
    else:
        called = [info.name for info in registry.plugins if info.name == name] or [
            info.name
            for info in registry.plugins
            if normalised(info.distribution) == normalised(name)
        ]
        cases = [case for each in called or [name] for case in plugin_cases(each, registry)]
    outcomes = []
    for case in expecting(cases, _reasons(expected)):
        outcomes.append(case.outcome())
        if not as_json and outcomes[-1].status != "not tried":
            print(_told(case, outcomes[-1]), flush=True)
    if as_json:
        print_json([{"id": o.id, "status": o.status, "message": o.message} for o in outcomes])
    else:
        print(_summary(outcomes))
    return all(outcome.status in ("kept", "broken on purpose") for outcome in outcomes)


def _reasons(expected: Sequence[str]) -> dict[str, str]:
    from squares_core.errors import InvalidValueError
    from squares_core.wording import shown

    reasons = {}
    for text in expected:
        id_, equals, reason = text.partition("=")
        if not equals:
            raise InvalidValueError(
                "--expect takes PROMISE=REASON, such as 'scorer aces: points=the reason', not "
                f"'{shown(text)}'"
            )
        reasons[id_.strip()] = reason.strip()
    return reasons


def _told(case: ConformanceCase, outcome: Outcome) -> str:
    from squares_core.testing.cases import declaration

    match outcome.status:
        case "kept":
            return f"kept    {case}"
        case "broken on purpose":
            return f"meant   {case} ({case.expected_failure})"
        case "broken":
            return outcome.message.replace(
                declaration(case.id),
                f"--expect '{case}=the reason'; in a test {declaration(case.id)}",
            )
    return outcome.message


def _summary(outcomes: Sequence[Outcome]) -> str:
    count = Counter(outcome.status for outcome in outcomes)
    waiting = Counter(o.message for o in outcomes if o.status == "not tried")
    parts = [
        f"{count['kept']} promises kept",
        f"{count['broken'] + count['kept after all']} broken",
        *([f"{count['broken on purpose']} broken on purpose"] * bool(count["broken on purpose"])),
        *(f"{number} {why}" for why, number in waiting.items()),
    ]
    return ", ".join(parts)
