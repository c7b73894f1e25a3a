"""Squares as a stranger has it: a wheel made of this checkout, in a fresh environment without it.

Nothing is downloaded: the libraries that Squares needs are those of the environment that runs the
tests, made visible at the end of the path.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
_NEEDED_TO_RUN: Final = ("SYSTEMROOT", "TEMP", "TMP")
_SCRIPTS: Final = "Scripts" if os.name == "nt" else "bin"


@dataclass(frozen=True)
class Installation:
    """A virtual environment with Squares in it; ``home`` is an empty home of its own.

    Every user of the machine can read it, and only the one who made it can write to it, but for the
    folder of compiled kernels, which all runs share.
    """

    python: Path
    squares: Path
    wheel: Path
    packages: Path
    home: Path
    kernels: Path

    def run(
        self,
        *words: str | Path,
        env: Mapping[str, str | Path | None] | None = None,
        cwd: Path | None = None,
        input: str | None = None,  # noqa: A002 - as subprocess.run calls it
        timeout: float | None = 300,
        encoding: str = "utf-8",
        user: int | None = None,
        group: int | None = None,
        umask: int = 0,
    ) -> subprocess.CompletedProcess[str]:
        """Run a program, such as ``self.squares``, with nothing of the tests' own environment.

        ``env`` adds to what is there, and takes away where a value is None. The folder to work in
        is the home unless ``cwd`` is given. ``user`` and ``group`` are the numbers of those
        to run it as; without a ``umask`` every user may add to the shared kernels.
        """
        environ: dict[str, str | Path | None] = {
            name: os.environ[name] for name in _NEEDED_TO_RUN if name in os.environ
        }
        environ |= {"PATH": f"{self.python.parent}{os.pathsep}{os.defpath}"}
        environ |= {"HOME": self.home, "USERPROFILE": self.home, "PYTHONUTF8": "1"}
        environ |= {"NUMBA_CACHE_DIR": self.kernels, **(env or {})}
        return subprocess.run(
            [str(word) for word in words],
            input=input or "",
            cwd=cwd or self.home,
            env={name: str(value) for name, value in environ.items() if value is not None},
            capture_output=True,
            encoding=encoding,
            errors="replace",
            timeout=timeout,
            check=False,
            **({} if user is None else {"user": user, "group": group or user, "extra_groups": ()}),
            umask=umask,
        )


def _checked(*words: str | Path) -> str:
    done = subprocess.run(
        [str(word) for word in words], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel of the checkout."""
    folder = tmp_path_factory.mktemp("wheels")
    _checked(sys.executable, "-m", "build", "--wheel", "--no-isolation", "-o", folder, ROOT)
    (built,) = folder.glob("*.whl")
    return built


def _interpreter() -> Path:
    """The Python under the tests, or one of the same version that every user can run."""
    base = Path(getattr(sys, "_base_executable", sys.executable))
    if os.name == "posix" and not all(
        folder.stat().st_mode & 0o001 for folder in base.resolve().parents
    ):
        version = "python{}.{}".format(*sys.version_info)
        return Path(shutil.which(version, path=os.defpath) or base)
    return base


@pytest.fixture(scope="session")
def installation(wheel: Path) -> Iterator[Installation]:
    # Not in pytest's own folder, which no other user can enter.
    with tempfile.TemporaryDirectory(prefix="squares-", ignore_cleanup_errors=True) as name:
        folder = Path(name).resolve()
        folder.chmod(0o755)
        _checked(_interpreter(), "-m", "venv", "--without-pip", folder / "venv")
        scripts = folder / "venv" / _SCRIPTS
        python = scripts / ("python.exe" if os.name == "nt" else "python")
        _checked(
            sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps",
            "--no-index", "--disable-pip-version-check", wheel,
        )  # fmt: skip
        asked = "import sysconfig; print(sysconfig.get_path('purelib'))"
        packages = Path(_checked(python, "-I", "-c", asked).strip())
        # Last on the path, and .pth files in it are not followed: the checkout stays out.
        libraries = packages / "zz_libraries.pth"
        libraries.write_text(f"{sysconfig.get_path('purelib')}\n", encoding="utf-8")
        kernels = folder / "kernels"
        kernels.mkdir()
        kernels.chmod(0o777)
        home = folder / "home"
        home.mkdir()
        made = Installation(python, scripts / "squares", wheel, packages, home, kernels)
        found = made.run(python, "-c", "import squares_core; print(squares_core.__file__)")
        assert Path(found.stdout.strip()) == packages / "squares_core" / "__init__.py", found
        yield made
