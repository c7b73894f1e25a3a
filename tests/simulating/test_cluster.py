"""Runs on a real Dask scheduler with two worker processes, one of which is killed."""

from __future__ import annotations

import json
import subprocess
import sys
import time

import numpy as np
import pytest

from squares_core import InvalidValueError
from squares_core.comparing.comparison import compare
from squares_core.simulating.cluster import dask_executor
from squares_core.simulating.simulation import simulate

pytest.importorskip("distributed", reason="the extra 'dask' is not installed")


def start(*words: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "distributed.cli.dask_" + words[0], *words[1:]]
    return subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, text=True
    )


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    """The address of a scheduler, and its two worker processes."""
    place = tmp_path_factory.mktemp("cluster")
    file = place / "scheduler.json"
    on_this_machine = ["--host", "127.0.0.1", "--no-dashboard"]
    processes = [start("scheduler", "--port", "0", *on_this_machine, "--scheduler-file", str(file))]
    try:
        deadline = time.monotonic() + 120
        while not (file.exists() and file.read_text()) and time.monotonic() < deadline:
            time.sleep(0.05)
        address = json.loads(file.read_text())["address"]
        options = ["--no-nanny", "--nthreads", "1", *on_this_machine]
        for number in (1, 2):
            folder = str(place / str(number))
            processes.append(start("worker", address, *options, "--local-directory", folder))
        from distributed import Client

        with Client(address, timeout=60, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=120)
        yield address, processes[1:]
    finally:
        for process in reversed(processes):
            process.kill()
            process.wait()


def test_a_run_on_a_cluster_that_loses_a_worker_gives_the_figures_of_one_process(registry, cluster):
    address, workers = cluster
    rules, player = registry.rules("cribbage-squares"), registry.strategy("random")
    done_at_the_kill = []

    def kill_one(done, _):
        if not done_at_the_kill:
            workers[0].kill()
            workers[0].wait()
            done_at_the_kill.append(done)

    with dask_executor(address) as (executor, threads):
        assert threads == 2
        found = simulate(
            rules, player, 4000, 6, executor=executor, workers=threads, progress=kill_one
        )
    alone = simulate(rules, player, 4000, 6)
    assert done_at_the_kill[0] < 4000
    assert np.array_equal(found.totals, alone.totals)
    assert found.combinations == alone.combinations
    assert (found.games, found.win_rate, found.points) == (4000, alone.win_rate, alone.points)

    systems, players = [rules], [player, registry.strategy("greedy")]
    with dask_executor(address) as (executor, threads):
        assert threads == 1
        shared = compare(systems, players, 300, 6, executor=executor, workers=threads)
    assert shared.document() == compare(systems, players, 300, 6).document()


def test_the_command_runs_on_a_cluster(squares_command, cluster):
    words = ["simulate", "cribbage-squares", "--strategy", "random", "--games", "50", "--json"]
    alone = squares_command(*words)
    shared = squares_command(*words, "--dask", cluster[0])
    for clock in ("seconds", "games_per_second"):
        del alone[clock], shared[clock]
    assert alone == shared


@pytest.fixture
def squares_command(monkeypatch, capsys):
    from squares_core.cli import main

    def run(*words):
        monkeypatch.setenv("SQUARES_PLUGINS", "")
        monkeypatch.setattr(sys, "argv", ["squares", *words])
        with pytest.raises(SystemExit) as stop:
            main()
        assert not stop.value.code
        return json.loads(capsys.readouterr().out)

    return run


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nowhere at all"])
def test_an_address_without_a_scheduler_is_told_in_one_line(address, monkeypatch):
    monkeypatch.setattr("squares_core.simulating.cluster.CONNECT_SECONDS", 0.5)
    with (
        pytest.raises(InvalidValueError, match=f"no Dask scheduler answers at '{address}'"),
        dask_executor(address),
    ):
        pass


def test_without_dask_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with (
        pytest.raises(InvalidValueError, match=r"pip install 'squares-solitaire\[dask\]'"),
        dask_executor("tcp://127.0.0.1:8786"),
    ):
        pass
