"""Some hundred inputs for every reader of outside input; ``run.py`` puts many more to them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(os.name != "posix", reason="a process for each reader needs fork")
_RUN = [sys.executable, str(Path(__file__).parent / "run.py")]


def test_whatever_is_read_is_accepted_or_refused_in_one_line_within_bounds() -> None:
    done = subprocess.run(
        [*_RUN, "--inputs", "200", "--quick"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    rows = [line.split() for line in done.stdout.splitlines()[1:]]
    assert len(rows) >= 20
    for *_, inputs, refused, accepted, faults, _, _ in rows:
        assert (inputs, faults) == ("200", "0")
        assert int(refused) + int(accepted) == 200


def test_an_input_that_goes_wrong_is_found_and_made_small(tmp_path: Path) -> None:
    folder = Path(__file__).parents[1]
    code = f"""
import sys
sys.path.insert(0, {str(folder)!r})
import fuzz.run, fuzz.texts, squares_core.cards
def broken(text):
    if "9" in text and len(text) > 2:
        raise KeyError(text)
    return known(text)
known, fuzz.texts.parse_cards = fuzz.texts.parse_cards, broken
sys.argv = ["run.py", "cards", "--inputs", "300"]
fuzz.run.main()
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert done.returncode == 1, done.stdout + done.stderr
    small = done.stdout.partition("the smallest input: ")[2].splitlines()[0]
    assert small.count("9") == 1
    assert len(eval(small)) == 3
