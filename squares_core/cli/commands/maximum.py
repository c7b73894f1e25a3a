"""``squares maximum``: the greatest total of any deal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from squares_core.cli.arguments import AsciiOnly, AsJson, Settings, TimeLimit, VariantId, setup_of

if TYPE_CHECKING:
    from squares_core.engine import Maximum, RankGrid
    from squares_core.text.render import Look


def find_maximum(
    context: typer.Context,
    variant: VariantId,
    every: Annotated[
        bool, typer.Option("--all", help="List all grids of ranks that reach the maximum.")
    ] = False,
    starter_rank: Annotated[
        str | None, typer.Option(metavar="RANK", help="Only starters of this rank, such as 5 or J.")
    ] = None,
    settings: Settings = None,
    time_limit: TimeLimit = None,
    ascii_only: AsciiOnly = False,
    as_json: AsJson = False,
) -> None:
    """Find the greatest total of any deal, with proof.

    Ctrl-C gives the greatest total found so far and what none exceeds.

    Example: squares maximum cribbage-squares --all
    """
    import sys

    from squares_core.cli.long_runs import search_line
    from squares_core.cli.output import print_json
    from squares_core.engine import maximum
    from squares_core.text.render import Look

    rules = setup_of(context).rules(variant, settings)
    rank = None if starter_rank is None else _rank(starter_rank)
    with search_line() as progress:
        found = maximum(
            rules, every=every, starter_rank=rank, time_limit=time_limit, progress=progress
        )
    if as_json:
        print_json(_document(found, rank, every=every))
    else:
        look = Look.of(sys.stdout, ascii_only=ascii_only)
        print(look.fit(_text(found, rank, look, every=every)))
    if found.interrupted:
        raise KeyboardInterrupt(f"interrupted: {_standing(found)}")


def _rank(text: str) -> int:
    from squares_core.cards import RANKS
    from squares_core.errors import UnreadableError
    from squares_core.wording import shown

    word = text.strip().upper().replace("10", "T")
    if len(word) != 1 or word not in RANKS:
        raise UnreadableError(f"'{shown(text)}' is no rank: one of {' '.join(RANKS)}")
    return RANKS.index(word) + 1


def _rank_name(rank: int | None) -> str | None:
    from squares_core.cards import RANKS

    return None if rank is None else RANKS[rank - 1]


def _document(found: Maximum, rank: int | None, *, every: bool) -> dict[str, Any]:
    from squares_core.cards import card_name
    from squares_core.text.documents import grid_document, score_document

    score = score_document(found.rules, found.score)
    document = {
        "variant": found.rules.id,
        "starter_rank": _rank_name(rank),
        "maximum": found.maximum,
        "bound": found.bound,
        "gap": found.gap,
        "proven": found.proven,
        "reachable": found.reachable,
        "grid": grid_document(found.tableau),
        "starter": None if found.starter is None else card_name(found.starter),
        "lines": score["lines"],
        "bonus": score["bonus"],
        "row_sets": found.row_sets,
        "nodes": found.nodes,
        "seconds": round(found.seconds, 3),
    }
    if every:
        document["grids"] = [
            {
                "ranks": _rank_rows(found, grid),
                "starter_rank": _rank_name(grid.starter_rank),
                "grid": grid_document(grid.tableau),
                "starter": None if grid.starter is None else card_name(grid.starter),
            }
            for grid in found.grids
        ]
    return document


def _rank_rows(found: Maximum, grid: RankGrid) -> list[list[str | None]]:
    names = [_rank_name(rank) for rank in grid.ranks]
    columns = found.rules.grid.columns
    return [names[start : start + columns] for start in range(0, len(names), columns)]


def _text(found: Maximum, rank: int | None, look: Look, *, every: bool) -> str:
    from squares_core.text.render import counted_grid_text, folded

    parts = [counted_grid_text(found.tableau, found.starter, found.score, look), ""]
    only = "" if rank is None else f" with a starter of rank {_rank_name(rank)}"
    standing = _standing(found)
    parts.append(f"{standing[0].upper()}{standing[1:]}{only}.")
    parts.append(folded(_proof(found), look))
    if not found.reachable:
        rule = found.rules.placement.id
        parts.append(f"No way to build this grid by the rule '{rule}' was found.")
    if every:
        parts += ["", *_listed(found, look)]
    return "\n".join(parts)


def _standing(found: Maximum) -> str:
    if found.proven:
        return f"maximum {found.maximum}, proven"
    return (
        f"best found {found.maximum}, not proven: no deal exceeds {found.bound}, "
        f"a gap of {found.gap}"
    )


def _proof(found: Maximum) -> str:
    work = f"{found.nodes:,} tried in {found.seconds:.1f} s"
    if found.row_sets:
        more = found.maximum + 1
        sets = f"{found.row_sets:,} sets of rows can be worth half of {more} or more."
        if found.proven:
            return f"{sets}\nPut into columns in every way, none reaches {more} ({work})."
        return f"{sets}\nNot all of them were tried ({work})."
    if found.proven:
        return f"What rows and columns can be worth side by side excludes more ({work})."
    return f"Bounds of the lines alone; the search found no better grid ({work})."


def _listed(found: Maximum, look: Look) -> list[str]:
    from squares_core.text.render import card_text, line_up

    if not found.grids:
        return ["No list of grids: it is made for proven maxima of up to 16 cells."]
    many = len(found.grids) > 1
    rows = [
        f"{len(found.grids)} grids of ranks reach it" if many else "One grid of ranks reaches it"
    ]
    rows[0] += " (exchanges of rows, of columns and of both directions not counted):"
    width = 5 + (look.glyphs and look.wide)
    for grid in found.grids:
        rows.append("")
        for number, ranks in enumerate(_rank_rows(found, grid)):
            columns = found.rules.grid.columns
            cards = grid.tableau.cards[number * columns : (number + 1) * columns]
            shown = [("." if c is None else f"{card_text(c, look)} ", -width) for c in cards]
            end = f"   starter {card_text(grid.starter, look)}" if grid.starter is not None else ""
            fields = [("", 2), *((f"{name}", 2) for name in ranks), ("", 2), *shown]
            rows.append(line_up([*fields, (end if number == 0 else "", 0)], look))
    return rows
