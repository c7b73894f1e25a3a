"""What the plugins add, by id, and the hinge where ids become objects.

A ``Registry`` is filled once and asked by id. ``resolve`` turns a variant's table into ``Rules``,
so that a game in play sees neither tables nor plugins.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Generic, Literal, Protocol, TypeVar, cast

from squares_core.errors import InvalidValueError, SquaresError, UnknownIdError, suggest
from squares_core.grid import Grid
from squares_core.options import parse_call, with_given_options
from squares_core.placement import PlacementRule
from squares_core.rules import Rules
from squares_core.scoring import Scorer
from squares_core.strategy import Strategy
from squares_core.variants import ScorerSpec, VariantSpec, read_definitions
from squares_core.wording import shown

_LONGEST_CHAIN: Final = 20


class _Named(Protocol):
    @property
    def id(self) -> str: ...


ThingT = TypeVar("ThingT", bound=_Named)


@dataclass(frozen=True)
class PluginInfo:
    """One plugin: where it comes from, whether it works, and what it adds.

    ``provides`` maps ``"scorers"``, ``"placement_rules"``, ``"variants"`` and ``"strategies"`` to
    ids. ``problem`` is one line; ``trace`` the traceback of a failed load, for whoever mends it.
    ``module`` is what the entry point names.
    """

    name: str
    distribution: str
    version: str
    status: Literal["loaded", "broken", "disabled"]
    provides: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    problem: str = ""
    trace: str = ""
    module: str = ""


class Shelf(Generic[ThingT]):
    """All things of one kind, by id, each with the name of its holder."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self._things: dict[str, tuple[ThingT, str]] = {}

    def add(self, thing: ThingT, holder: str) -> None:
        """Put ``thing`` on the shelf. Raises InvalidValueError when its id is taken."""
        if thing.id in self._things:
            first = self._things[thing.id][1]
            if first == holder:
                raise InvalidValueError(
                    f"{holder} gives the {self.kind} '{thing.id}' twice: the first one counts"
                )
            raise InvalidValueError(
                f"{self.kind} '{thing.id}' of {holder} is refused: {first} holds that id"
            )
        self._things[thing.id] = (thing, holder)

    def __iter__(self) -> Iterator[ThingT]:
        return (thing for thing, _ in self._things.values())

    def __contains__(self, id_: str) -> bool:
        return id_ in self._things

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids, in the order in which they were added."""
        return tuple(self._things)

    def get(self, id_: str, note: str = "", absent: str = "") -> ThingT:
        """Return the thing called ``id_``.

        Raises UnknownIdError that suggests the nearest; ``note`` says what asks for it and
        ``absent`` which plugins may have held it.
        """
        found = self._things.get(id_)
        if found is None:
            near = suggest(id_, self._things)
            # A whole list says little beside a plugin that is known to be missing.
            listed = "" if absent else f"; there are: {', '.join(self._things) or 'none'}"
            raise UnknownIdError(
                f"there is no {self.kind} '{shown(id_)}'{near or listed}{note}{absent}"
            )
        return found[0]

    def holder(self, id_: str) -> str:
        """Return the name of the plugin or file that holds ``id_``."""
        return self._things[id_][1]


class Registry:
    """Scorers, placement rules, variants and strategies, by id."""

    def __init__(self) -> None:
        self.scorers: Shelf[Scorer] = Shelf("scorer")
        self.placement_rules: Shelf[PlacementRule] = Shelf("placement rule")
        self.variants: Shelf[VariantSpec] = Shelf("variant")
        self.strategies: Shelf[Strategy] = Shelf("strategy")
        self.plugins: list[PluginInfo] = []

    @property
    def ids_taken(self) -> frozenset[str]:
        """Every id that something holds, of whatever kind."""
        shelves: tuple[Shelf[Any], ...] = (
            self.scorers,
            self.placement_rules,
            self.variants,
            self.strategies,
        )
        return frozenset(id_ for shelf in shelves for id_ in shelf.ids)

    def scorer(self, id_: str) -> Scorer:
        """Return the scorer called ``id_``. Raises UnknownIdError."""
        return self.scorers.get(id_, absent=self._absent_note())

    def placement_rule(self, id_: str) -> PlacementRule:
        """Return the placement rule called ``id_``. Raises UnknownIdError."""
        return self.placement_rules.get(id_, absent=self._absent_note())

    def strategy(self, text: str) -> Strategy:
        """Return the strategy that a text such as ``monte-carlo(playouts=200)`` asks for.

        Raises UnreadableError, UnknownIdError, or InvalidValueError for its options.
        """
        id_, options = parse_call(text)
        return with_given_options(self.strategies.get(id_, absent=self._absent_note()), options)

    def variant(self, id_: str) -> VariantSpec:
        """Return the variant called ``id_`` with everything that its bases set filled in.

        Raises UnknownIdError for it or a base, InvalidValueError for bases in a circle.
        """
        return self.complete(self.variants.get(id_, absent=self._absent_note()))

    def complete(self, spec: VariantSpec) -> VariantSpec:
        """Return ``spec`` with everything that its bases set filled in."""
        chain = [spec.id]
        while spec.base is not None:
            if spec.base in chain:
                circle = " -> ".join([*chain, spec.base])
                raise InvalidValueError(f"variant '{chain[0]}' has bases in a circle: {circle}")
            if len(chain) > _LONGEST_CHAIN:
                raise InvalidValueError(
                    f"variant '{chain[0]}' has more than {_LONGEST_CHAIN} bases one on the other"
                )
            chain.append(spec.base)
            base = self.variants.get(spec.base, f" (the base of '{spec.id}')", self._absent_note())
            spec = spec.over(base)
        return spec

    def rules(self, id_: str, settings: Mapping[str, Any] | None = None) -> Rules:
        """Return the rules of variant ``id_``, with some of its keys set anew.

        Raises UnknownIdError for an id that nothing holds and InvalidValueError for a setting that
        is not accepted or parts that do not fit together.
        """
        spec = self.variant(id_)
        return self.resolve(spec.changed(settings) if settings else spec)

    def playable(self) -> list[str]:
        """Return the ids of the variants whose parts are all there and fit together."""
        found = []
        for id_ in self.variants.ids:
            with suppress(SquaresError):
                self.rules(id_)
                found.append(id_)
        return found

    def resolve(self, spec: VariantSpec) -> Rules:
        """Return the rules that ``spec`` describes, its ids replaced by what they stand for.

        Raises UnknownIdError for an id that nothing holds and InvalidValueError for parts that do
        not fit together.
        """
        spec = self.complete(spec)
        grid = Grid(spec.rows, spec.columns)
        absent = self._absent_note()
        scorer = self.scorers.get(spec.scorer, f" (the scorer of variant '{spec.id}')", absent)
        note = f" (the placement rule of variant '{spec.id}')"
        placement = self.placement_rules.get(spec.placement, note, absent)
        return Rules(
            id=spec.id,
            title=spec.title,
            summary=spec.summary,
            source=spec.source,
            grid=grid,
            lines=grid.lines(spec.lines),
            scorer=with_given_options(scorer, spec.scorer_options),
            placement=placement,
            deal=spec.deal,
            starter=spec.starter,
            reserves=spec.reserves,
            reserve_size=spec.reserve_size,
            waste_size=spec.waste,
            target=None if spec.target == "none" else spec.target,
            line_target=None if spec.line_target == "none" else spec.line_target,
        )

    def add_scorer_spec(self, spec: ScorerSpec, holder: str) -> None:
        """Add the scorer that a ``[[scorer]]`` table describes."""
        made = with_given_options(self.scorer(spec.base), spec.options).named(spec.id, spec.title)
        self.scorers.add(made, holder)

    def add_variant_file(self, path: Path) -> None:
        """Add what the variant file at ``path`` defines and check that every variant resolves.

        Raises UnreadableError or InvalidValueError that name the file and the table.
        """
        scorers, variants = read_definitions(path)
        for scorer in scorers:
            try:
                self.add_scorer_spec(scorer, str(path))
            except (InvalidValueError, UnknownIdError) as error:
                raise InvalidValueError(f"{path}: scorer '{scorer.id}': {error}") from error
        for variant in variants:
            self.variants.add(variant, str(path))
        for variant in variants:
            try:
                self.resolve(variant)
            except (InvalidValueError, UnknownIdError) as error:
                raise InvalidValueError(f"{path}: variant '{variant.id}': {error}") from error

    def _absent_note(self) -> str:
        """Return which plugins that are not there may have held an id that nothing holds.

        Why one is broken was told when it was loaded.
        """
        notes = []
        loaded = {plugin.module for plugin in self.plugins if plugin.status == "loaded"}
        for plugin in self.plugins:
            if plugin.status == "broken" and plugin.module not in loaded:
                notes.append(
                    f"; plugin {plugin.name} could not be loaded and may hold it ('squares plugins "
                    f"{plugin.name}' tells more)"
                )
            elif plugin.status == "disabled":
                notes.append(
                    f"; plugin {plugin.name} is disabled and may hold it ({plugin.problem})"
                )
        return "".join(notes)


def shelf_of(registry: Registry, kind: str) -> Shelf[Any]:
    """Return the shelf for a kind as ``PluginInfo.provides`` names it."""
    return cast("Shelf[Any]", getattr(registry, kind))
