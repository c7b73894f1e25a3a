"""One fresh environment, with Squares and the example installed from wheels as a stranger would.

Nothing is downloaded: the libraries that Squares needs are those of the environment that runs the
tests, made visible at the end of the path. The checkout is not on the path.
"""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "docs" / "examples" / "squares-diagonal"


class Environment:
    """A virtual environment and a folder to work in."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.home = folder / "home"
        self.home.mkdir()
        venv.create(folder / "venv", symlinks=os.name != "nt")
        scripts = "Scripts" if os.name == "nt" else "bin"
        self.scripts = folder / "venv" / scripts
        self.python = self.scripts / ("python.exe" if os.name == "nt" else "python")

    def run(
        self, *words: str | Path, answers: str = "", cwd: Path | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Run a program with nothing of this environment but what is needed to run at all."""
        kept = {k: os.environ[k] for k in ("PATH", "SYSTEMROOT", "TEMP", "TMP") if k in os.environ}
        environ = {"HOME": self.home, "SQUARES_DATA": self.home / "data", "PYTHONUTF8": "1"}
        return subprocess.run(
            [str(word) for word in words],
            input=answers,
            cwd=cwd or self.folder,
            env={**kept, **{name: str(value) for name, value in environ.items()}},
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )

    def squares(self, *words: str, answers: str = "") -> subprocess.CompletedProcess[str]:
        """Run the installed ``squares`` command."""
        return self.run(self.scripts / "squares", *words, answers=answers)

    def pip(self, *words: str | Path) -> None:
        """Run pip on this environment, without the network."""
        done = self.run(
            sys.executable, "-m", "pip", "--python", self.python, *words, "--no-deps", "--no-index"
        )
        assert done.returncode == 0, done.stderr

    def pip_uninstall(self, *names: str) -> None:
        """Remove distributions from this environment."""
        done = self.run(
            sys.executable, "-m", "pip", "--python", self.python, "uninstall", "--yes", *names
        )
        assert done.returncode == 0, done.stderr


def build(source: Path, folder: Path) -> Path:
    """Return the wheel made of the project in ``source``."""
    done = subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "-o", folder, source],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return max(folder.glob("*.whl"), key=lambda path: path.stat().st_mtime)


@pytest.fixture(scope="session")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    folder = tmp_path_factory.mktemp("stranger")
    environment = Environment(folder)
    wheels = [build(source, folder / "wheels") for source in (ROOT, EXAMPLE)]
    environment.pip("install", *wheels)
    site = environment.run(
        environment.python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"
    )
    # Last on the path, and .pth files in it are not followed: the checkout stays out.
    libraries = Path(site.stdout.strip()) / "zz_libraries.pth"
    libraries.write_text(f"{sysconfig.get_path('purelib')}\n", encoding="utf-8")
    return environment
