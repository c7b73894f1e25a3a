"""Writes anew what is printed in every golden playthrough; read the difference before keeping it.

The first line of an ``.in`` file holds the words after ``squares``, the rest what is typed.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

data = TemporaryDirectory()
for path in sorted(Path(__file__).parent.glob("*.in")):
    words, _, typed = path.read_text(encoding="utf-8").partition("\n")
    done = subprocess.run(
        [sys.executable, "-m", "squares_core", *words.split()],
        input=typed.encode(),
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONUTF8": "1", "SQUARES_PLUGINS": "", "SQUARES_DATA": data.name},
        check=True,
    )
    path.with_suffix(".out").write_bytes(done.stdout)
