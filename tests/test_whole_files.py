"""A file is written whole or stays as it was."""

from __future__ import annotations

from pathlib import Path

import pytest

from squares_core.whole_files import opened_whole_for_text, write_whole


def test_what_was_there_stays_until_all_is_written(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    path.write_text("before")

    def interrupted() -> None:
        with opened_whole_for_text(path) as file:
            file.write("half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]
    with opened_whole_for_text(path) as file:
        file.write("all ♠\n")
        assert path.read_text() == "before"
    assert path.read_text("utf-8") == "all ♠\n"


def test_a_link_leads_to_what_is_written(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    link = tmp_path / "link.csv"
    link.symlink_to(tmp_path / "there" / "rows.csv")
    with opened_whole_for_text(link) as file:
        file.write("all")
    assert link.is_symlink()
    assert (tmp_path / "there" / "rows.csv").read_text() == "all"


def test_what_is_no_file_is_written_to_and_not_replaced() -> None:
    null = Path("/dev/null")
    if not null.is_char_device():
        pytest.skip("no such device here")
    with opened_whole_for_text(null) as file:
        file.write("all")
    assert null.is_char_device()


def test_nothing_is_left_where_a_file_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No such file or directory"):
        write_whole(tmp_path / "none" / "file", b"all")
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError, match="folder"):
        write_whole(tmp_path / "folder", b"all")
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]
