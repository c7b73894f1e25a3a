"""``squares plugins check``: whether a plugin keeps the promises that Squares relies on."""

from __future__ import annotations

from squares_core.registry import Registry


def check(name: str, registry: Registry, *, as_json: bool) -> bool:
    """Run the conformance kit over the plugin, distribution or variant file called ``name``.

    A name that ends in ``.toml`` is that of a file. Prints each promise with what came of it, as it
    comes, or all as one JSON document. Returns whether every promise is kept. Raises UnknownIdError
    for a name that no plugin has, and what reading a variant file raises.
    """
    from pathlib import Path

    from squares_core.cli.output import print_json
    from squares_core.plugins import normalised
    from squares_core.testing import plugin_cases, variant_file_cases

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
    for case in cases:
        outcomes.append(case.outcome())
        if not as_json:
            print(outcomes[-1].message or f"{outcomes[-1].status:6}  {case}", flush=True)
    broken = sum(outcome.status != "kept" for outcome in outcomes)
    if as_json:
        print_json([{"id": o.id, "status": o.status, "message": o.message} for o in outcomes])
    else:
        print(f"{len(outcomes) - broken} promises kept, {broken} broken")
    return not broken
