"""The JSON Schema of a variant file, by which an editor completes and checks it."""

from __future__ import annotations

from typing import Any, Final

from pydantic import BaseModel

from squares_core.variants import NEEDED_WITHOUT_BASE, ScorerSpec, VariantSpec

# The dialect that editors of TOML files understand.
_DIALECT: Final = "http://json-schema.org/draft-07/schema#"


def variant_file_schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 7) of a file with ``[[variant]]`` and ``[[scorer]]`` tables.

    What it accepts may still be refused when the file is used: only then is it known which scorers,
    placement rules and bases there are, and which options a scorer has.
    """
    variant = _table(VariantSpec)
    variant["anyOf"] = [{"required": ["base"]}, {"required": [*NEEDED_WITHOUT_BASE]}]
    return {
        "$schema": _DIALECT,
        "title": "Squares variant file",
        "type": "object",
        "additionalProperties": False,
        "properties": {
            "variant": {"type": "array", "items": variant},
            "scorer": {"type": "array", "items": _table(ScorerSpec)},
        },
    }


def _table(kind: type[BaseModel]) -> dict[str, Any]:
    schema = kind.model_json_schema()
    schema["title"] = f"[[{kind.__name__.removesuffix('Spec').lower()}]]"
    schema["description"] = (kind.__doc__ or "").partition("\n")[0].replace("``", "")
    for name, key in schema["properties"].items():
        del key["title"]  # the name of the key again, with a capital
        field = kind.model_fields[name]
        # TOML has no null, and what a variant leaves out it may have from its base.
        if "anyOf" in key and {"type": "null"} in key["anyOf"]:
            key.update(next(part for part in key.pop("anyOf") if part != {"type": "null"}))
        if name in NEEDED_WITHOUT_BASE or field.default in (None, "", {}):
            key.pop("default", None)
        if key.get("additionalProperties") is True:
            del key["additionalProperties"]  # which is so anyway; not every pydantic says it
    return schema
