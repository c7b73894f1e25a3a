"""The reference page of the commands and the commands themselves say the same."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from squares_core.cli.app import app

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "cli.md"
SECTIONS = dict(
    re.findall(
        r"^## squares (\S+)\n(.*?)(?=^## |\Z)",
        PAGE.read_text(encoding="utf-8"),
        re.MULTILINE | re.DOTALL,
    )
)
COMMANDS = sorted(str(info.name) for info in app.registered_commands)
OPTION = re.compile(r"(?<![\w-])--[a-z]+(?:-[a-z]+)*")


def options_in_help(text: str) -> set[str]:
    named = re.findall(r"^  (--.*?)(?:  |$)", text, re.MULTILINE)
    return {option for words in named for option in OPTION.findall(words)} - {"--help"}


def test_the_page_has_a_section_for_every_command():
    assert sorted(SECTIONS) == COMMANDS


@pytest.mark.parametrize("command", COMMANDS)
def test_the_section_of_a_command_names_its_options_and_no_others(squares, command):
    told = options_in_help(squares(command, "--help").out)
    before_the_command = {"--variant-file", "--data"}
    prose = re.sub(r"```.*?```", "", SECTIONS[command], flags=re.DOTALL)
    assert set(OPTION.findall(prose)) - before_the_command == told


def test_the_page_names_the_options_before_the_command(squares):
    told = options_in_help(squares("--help").out)
    assert told <= set(OPTION.findall(PAGE.read_text(encoding="utf-8")))
