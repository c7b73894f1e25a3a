"""Variants as data: the TOML tables that describe a game.

::

    [[variant]]
    id = "cribbage-squares-waste"
    base = "cribbage-squares"      # everything not said here is as there
    title = "Cribbage Squares with a waste"
    waste = 5

A file may also hold ``[[scorer]]`` tables: another scorer with some of its options changed, such as
a point system of one's own for poker hands.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Final, Literal, Self, TypeVar

from pydantic import AfterValidator, BaseModel, Field, ValidationError, model_validator

from squares_core.checked_tables import CheckedTable, on_one_line, place_text, reason_text
from squares_core.errors import InvalidValueError, UnreadableError, suggest, system_reason
from squares_core.grid import MAX_SIDE, MIN_SIDE, LineKind
from squares_core.rules import DealMode, StarterMode
from squares_core.toml_text import read_toml, toml_value
from squares_core.wording import shown

ID_PATTERN: Final = r"[a-z0-9]+(-[a-z0-9]+)*"
NEEDED_WITHOUT_BASE: Final = ("title", "rows", "columns", "scorer")
_MAX_FILE: Final = 1_000_000
_TABLES: Final = ("variant", "scorer")
_TABLES_THERE_ARE: Final = "; a variant file holds [[variant]] and [[scorer]] tables"

Id = Annotated[str, Field(pattern=f"^{ID_PATTERN}$", max_length=60)]


def _not_blank(text: str) -> str:
    if not text.strip():
        raise ValueError("must not be blank")
    return text


Text = Annotated[str, Field(max_length=500), AfterValidator(on_one_line)]
Title = Annotated[Text, AfterValidator(_not_blank)]
Side = Annotated[int, Field(ge=MIN_SIDE, le=MAX_SIDE)]


TableT = TypeVar("TableT", bound=CheckedTable)


class ScorerSpec(CheckedTable):
    """A ``[[scorer]]`` table: the scorer ``base`` with some options changed."""

    id: Id = Field(description="the name it is asked for by: small letters, digits and hyphens")
    title: Title = Field(description="the name people read")
    base: Id = Field(description="the id of the scorer it builds on")
    options: dict[str, Any] = Field(default={}, description="options of the base to change")


class VariantSpec(CheckedTable):
    """A ``[[variant]]`` table: a complete game.

    With ``base`` everything that is not set is as in that variant; without it ``title``, ``rows``,
    ``columns`` and ``scorer`` are needed.
    """

    id: Id = Field(description="the name it is asked for by: small letters, digits and hyphens")
    base: Id | None = Field(default=None, description="the variant it builds on")
    title: Title = Field(default="", description="the name people read")
    summary: Text = Field(default="", description="the game in one line")
    source: Text = Field(default="", description="where the rules come from")
    rows: Side = Field(default=5, description="rows of the grid")
    columns: Side = Field(default=5, description="columns of the grid")
    lines: list[LineKind] = Field(
        default=["rows", "columns"], min_length=1, description="the lines that score"
    )
    scorer: Id = Field(default="", validate_default=False, description="the id of the scorer")
    scorer_options: dict[str, Any] = Field(
        default={}, description="options of the scorer to change"
    )
    placement: Id = Field(default="anywhere", description="the id of the placement rule")
    deal: DealMode = Field(
        default="turned",
        description="cards turned one at a time; all face up, placed in any order; all on the "
        "grid, any two exchanged",
    )
    starter: StarterMode = Field(
        default="none",
        description="no starter; turned when the grid is full; known from the outset; in an open "
        "game the card left over",
    )
    reserves: Annotated[int, Field(ge=0, le=4)] = Field(default=0, description="how many reserves")
    reserve_size: Annotated[int, Field(ge=1, le=10)] = Field(
        default=5, description="how many cards a reserve holds"
    )
    waste: Annotated[int, Field(ge=0, le=20)] = Field(
        default=0, description="how many cards the waste holds; 0 for no waste"
    )
    target: Annotated[int, Field(ge=-10_000, le=10_000)] | Literal["none"] = Field(
        default="none", description="the total that wins, or 'none'"
    )
    line_target: Annotated[int, Field(ge=-10_000, le=10_000)] | Literal["none"] = Field(
        default="none", description="the points every line needs for a win, or 'none'"
    )

    @model_validator(mode="after")
    def _complete(self) -> Self:
        if self.base is None:
            missing = [name for name in NEEDED_WITHOUT_BASE if name not in self.model_fields_set]
            if missing:
                raise ValueError(f"{', '.join(missing)} missing, and no base to take it from")
        return self

    def over(self, base: VariantSpec) -> VariantSpec:
        """Return this variant with everything that it does not set taken from ``base``.

        What it then builds on is what ``base`` builds on. Options of a scorer stay only where the
        scorer does.
        """
        table = {**base.model_dump(exclude_unset=True), **self.model_dump(exclude_unset=True)}
        same_scorer = "scorer" not in self.model_fields_set or self.scorer == base.scorer
        table["scorer_options"] = {
            **(base.scorer_options if same_scorer else {}),
            **self.scorer_options,
        }
        table["base"] = base.base
        return VariantSpec(**table)

    def changed(self, settings: Mapping[str, Any]) -> VariantSpec:
        """Return this variant with some keys set anew; ``scorer.heels`` sets a scorer's option.

        Raises InvalidValueError for an unknown key or a value that is not accepted.
        """
        table = self.model_dump(exclude_unset=True)
        same_scorer = settings.get("scorer", self.scorer) == self.scorer
        options = dict(self.scorer_options) if same_scorer else {}
        for key, value in settings.items():
            first, dot, option = key.partition(".")
            if dot and first in ("scorer", "scorer_options"):
                options[option] = value
            elif key == "scorer_options" and isinstance(value, Mapping):
                options.update(value)
            elif key in ("id", "base") or key not in VariantSpec.model_fields:
                known = [name for name in VariantSpec.model_fields if name not in ("id", "base")]
                raise InvalidValueError(
                    f"{self.id} has no '{shown(key)}' to set: it has {', '.join(known)} and "
                    f"scorer.OPTION{suggest(key, known)}"
                )
            else:
                wants_list = key == "lines" and isinstance(value, str)
                table[key] = re.split(r"[\s,]+", value.strip()) if wants_list else value
        if options or isinstance(table.get("scorer_options"), Mapping):
            table["scorer_options"] = options
        return _validated(VariantSpec, table, f"--set on {self.id}")

    def toml(self) -> str:
        """Return the table as TOML text that ``parse_variants`` reads back."""
        rows = ["[[variant]]"]
        for name, value in self.model_dump(exclude_unset=True, exclude_none=True).items():
            rows.append(f"{name} = {toml_value(value)}")
        return "\n".join(rows) + "\n"


def parse_definitions(text: str, where: str) -> tuple[list[ScorerSpec], list[VariantSpec]]:
    """Return the ``[[scorer]]`` and ``[[variant]]`` tables of a TOML text.

    ``where`` names the text in messages. Raises UnreadableError for text that is not TOML or holds
    other tables, InvalidValueError for a table with a wrong key or value.
    """
    if not isinstance(text, str):
        kind = type(text).__name__
        raise InvalidValueError(
            f"{where}: a {kind} is given and TOML text is needed: read the file with "
            "read_text(encoding='utf-8')"
        )
    try:
        tables = read_toml(text)
    except UnreadableError as error:
        raise UnreadableError(f"{where} is no variant file: {error}") from error
    for key, value in tables.items():
        listed = isinstance(value, list) and all(isinstance(item, dict) for item in value)
        if key not in _TABLES or not listed:
            raise UnreadableError(f"{where}: {_no_table(key, value)}")
    scorers = [
        _validated(ScorerSpec, table, _place(where, "scorer", number, table))
        for number, table in enumerate(tables.get("scorer", []), 1)
    ]
    variants = [
        _validated(VariantSpec, table, _place(where, "variant", number, table))
        for number, table in enumerate(tables.get("variant", []), 1)
    ]
    _require_own_ids([spec.id for spec in scorers], "scorer", where)
    _require_own_ids([spec.id for spec in variants], "variant", where)
    return scorers, variants


def _no_table(key: str, value: Any) -> str:
    """Return why ``key`` cannot stand at the top of a variant file, and what can."""
    if key in _TABLES and isinstance(value, dict):
        return f"[{key}] needs two brackets on each side, [[{key}]], as a file may hold several"
    if key in _TABLES:
        return f"'{key}' holds {shown(_written(value))}; write it as a [[{key}]] table"
    if not isinstance(value, dict | list):
        of = [
            f"[[{table}]]"
            for table, spec in (("variant", VariantSpec), ("scorer", ScorerSpec))
            if key in spec.model_fields
        ]
        below = f"; put it below {' or '.join(of)}" if of else ""
        return f"'{shown(key)}' is not accepted at the top{below or _TABLES_THERE_ARE}"
    brackets = "[[{}]]" if isinstance(value, list) else "[{}]"
    near = difflib.get_close_matches(key.casefold(), _TABLES, n=1, cutoff=0.6)
    hint = f"; did you mean [[{near[0]}]]?" if near else _TABLES_THERE_ARE
    return f"{brackets.format(shown(key))} is not accepted at the top{hint}"


def _require_own_ids(ids: Sequence[str], kind: str, where: str) -> None:
    """Raise InvalidValueError where two tables of one kind have the same id."""
    for number, id_ in enumerate(ids, 1):
        first = ids.index(id_) + 1
        if first != number:
            raise InvalidValueError(
                f"{where}: {kind} {first} and {kind} {number} both have the id '{id_}': give each "
                "an id of its own"
            )


def parse_variants(text: str, where: str = "the variants") -> list[VariantSpec]:
    """Return the ``[[variant]]`` tables of a plugin's TOML text.

    Raises as ``parse_definitions`` does, and InvalidValueError for a ``[[scorer]]`` table: only a
    variant file has those.
    """
    scorers, variants = parse_definitions(text, where)
    if scorers:
        raise InvalidValueError(
            f"{where}: scorer '{scorers[0].id}': only a file given with --variant-file may hold "
            "[[scorer]] tables; a variant sets its scorer's options with scorer_options"
        )
    return variants


def read_definitions(path: Path) -> tuple[list[ScorerSpec], list[VariantSpec]]:
    """Return what the variant file at ``path`` defines.

    Raises UnreadableError when it cannot be read, and as ``parse_definitions`` does.
    """
    try:
        with path.open("rb") as file:
            data = file.read(_MAX_FILE + 1)
        if len(data) > _MAX_FILE:
            raise UnreadableError(f"{path} is too large: a variant file has at most 1 MB")
        text = data.decode("utf-8-sig")
    except OSError as error:
        raise UnreadableError(f"cannot read variant file {path}: {system_reason(error)}") from error
    except UnicodeDecodeError as error:
        raise UnreadableError(f"{path} is not UTF-8 text: {error.reason}") from error
    return parse_definitions(text, str(path))


def _place(where: str, kind: str, number: int, table: Mapping[str, Any]) -> str:
    id_ = table.get("id")
    return f"{where}: {kind} {shown(repr(id_)) if id_ is not None else number}"


def _validated(kind: type[TableT], table: Mapping[str, Any], where: str) -> TableT:
    try:
        return kind.model_validate(dict(table))
    except ValidationError as error:
        raise InvalidValueError(f"{where}: {_reason(error, kind)}") from error


def _reason(error: ValidationError, kind: type[CheckedTable]) -> str:
    first = error.errors(include_url=False)[0]
    key = place_text(first["loc"])
    if first["type"] == "extra_forbidden":
        near = suggest(key, kind.model_fields) or f"; the keys are {', '.join(kind.model_fields)}"
        return f"unknown key '{shown(key)}'{near}"
    message = reason_text(first)
    if first["type"] == "string_pattern_mismatch":
        message = "must be small letters, digits and single hyphens"
    if "target" in key:
        key = str(first["loc"][0])
        message = "must be a whole number from -10000 to 10000, or 'none'"
    given = first["input"]
    absent = first["type"] == "missing" or isinstance(given, dict | BaseModel)
    value = "" if absent else f" (not {shown(_written(given))})"
    return f"{key}: {message}{value}" if key else message


def _written(value: object) -> str:
    """Return ``value`` as a person writes it in TOML; a text in single quotes."""
    if isinstance(value, str):
        return repr(value)
    try:
        return toml_value(value)
    except InvalidValueError:
        return repr(value)
