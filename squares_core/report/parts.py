"""What every page of a report is made of: the frame, tables, and pictures in two widths."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from importlib.resources import files

from squares_core.report import charts

_NAME = ' class="name"'
_WORDS = ' class="words"'
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


def document(title: str, told: str, sections: Sequence[tuple[str, str, str]]) -> str:
    """Return a whole page; each section is an id, a title and its HTML, and is left out if empty.

    ``title`` and ``told``, what stands below it, are HTML.
    """
    there = [section for section in sections if section[2]]
    links = "".join(f'<li><a href="#{id_}">{name}</a></li>' for id_, name, _ in there)
    bodies = "".join(
        f'<section id="{id_}" aria-labelledby="{id_}-title">'
        f'<h2 id="{id_}-title">{name}</h2>{body}</section>'
        for id_, name, body in there
    )
    style = files("squares_core.report").joinpath("page.css").read_text(encoding="utf-8")
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>Squares: {title}</title><style>{style}</style></head><body>"
        f'<a class="skip" href="#{there[0][0]}">Skip to the results</a>'
        f"<header><h1>{title}</h1>"
        f'<p class="soft">{told}</p></header>'
        f'<nav aria-label="Sections"><ul>{links}</ul></nav><main>{bodies}</main></body></html>\n'
    )


def table(
    caption: str, head: Sequence[str], rows: Iterable[Sequence[str]], words: Sequence[int] = ()
) -> str:
    """Return a table whose first column names the row; it scrolls by itself on a narrow page.

    Columns ``words`` hold words, the others numbers.
    """
    kinds = [
        _NAME if number == 0 else _WORDS if number in words else "" for number in range(len(head))
    ]
    heads = "".join(
        f'<th scope="col"{kind}>{escape(text)}</th>' for kind, text in zip(kinds, head, strict=True)
    )
    body = "".join(
        f'<tr><th scope="row"{_NAME}>{escape(row[0])}</th>'
        + "".join(
            f"<td{kind}>{escape(text)}</td>" for kind, text in zip(kinds[1:], row[1:], strict=True)
        )
        + "</tr>"
        for row in rows
    )
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(caption)}"><table>'
        f"<caption>{escape(caption)}</caption><thead><tr>{heads}</tr></thead>"
        f"<tbody>{body}</tbody></table></div>"
    )


def folded(summary: str, inner: str) -> str:
    """Return HTML that is shown when its summary is clicked."""
    return f"<details><summary>{escape(summary)}</summary>{inner}</details>"


def figure(drawing: charts.Drawing, told: str, caption: str = "") -> str:
    """Return a picture in both widths; ``told`` stands for it where it cannot be seen."""
    pictures = "".join(
        f'<div class="{name}" role="img" aria-label="{escape(told)}">{drawing(width)}</div>'
        for name, width in (("wide", charts.WIDE), ("narrow", charts.NARROW))
    )
    below = f"<figcaption>{escape(caption)}</figcaption>" if caption else ""
    return f"<figure>{pictures}{below}</figure>"
