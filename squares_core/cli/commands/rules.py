"""``squares rules``: the rules of a game, made from the variant itself."""

from __future__ import annotations

import typer

from squares_core.cli.arguments import AsJson, Settings, VariantId, setup_of
from squares_core.seating.setup import parse_settings


def show_rules(
    context: typer.Context,
    variant: VariantId,
    settings: Settings = None,
    as_json: AsJson = False,
) -> None:
    """Tell the rules of a game.

    The text is made from the variant itself.

    Example: squares rules cribbage-squares
    """
    import sys

    from squares_core.cli.output import print_json
    from squares_core.rules_text import rules_sections, rules_text
    from squares_core.text.render import Look

    rules = setup_of(context).registry.rules(variant, parse_settings(settings))
    if as_json:
        sections = {section.heading: list(section.statements) for section in rules_sections(rules)}
        print_json({"variant": rules.id, "title": rules.title, "rules": sections})
    else:
        print(rules_text(rules, Look.of(sys.stdout).width))
