"""Runs, machines, sessions and their arrays, against what the program itself says."""
import gc
import json
import os
import signal
import subprocess
import threading
import time

import numpy
import pytest

import stallscope as st

ENDLESS = "loop:\n  addi x5, x5, 1\n  j loop\n"
LONG = "  li x5, 40000000\nloop:\n  addi x5, x5, -1\n  mul x6, x5, x5\n  bnez x5, loop\n"


def program_json(*words):
    done = subprocess.run([st.program_path(), *words, "--json"], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


@pytest.mark.parametrize("program, machine", [("lecture/p4", "lecture-4"), ("textbook/load_use", "mips-5"),
                                              ("textbook/daxpy", "ooo-4"), ("textbook/daxpy", "tomasulo")])
def test_a_run_is_the_programs(program, machine):
    run = st.run(program, machine, record=True)
    said = program_json("run", program, "-m", machine, "--table", "--ledger")
    assert json.loads(run.render("json", "table", "ledger"))["cycles"] == said["cycles"] == run.cycles
    assert said["instructions"] == run.instructions


def test_the_ledger_balances():
    run = st.run("textbook/daxpy", "ooo-4")
    ledger = run.ledger()
    totals = ledger.groupby("point").slots.sum()
    shares = ledger.groupby("point").share.sum()
    assert (totals % run.cycles == 0).all()
    assert numpy.allclose(shares, 1)


def test_arrays_say_what_the_table_says():
    run = st.run("lecture/p4", "lecture-4", record=True)
    # Instruction 2 waits in ID for $t2 from 1 in cycles 3 and 4: the lecture's table.
    held = run.spans[run.spans["reason"] != 0]
    first = held[0]
    assert (first["begin"], first["end"], first["op"], run.lanes[first["lane"]]) == (3, 5, 2, "ID")
    assert st.REASONS[first["reason"]][0] == "raw" and first["culprit"] == 1
    # Work and empty slots of a lane of one slot fill every cycle once.
    for lane in range(len(run.lanes)):
        covered = numpy.zeros(run.cycles + 1, int)
        for array in (run.spans, run.gaps):
            for one in array[array["lane"] == lane]:
                covered[one["begin"]:one["end"]] += 1
        assert (covered[1:] == 1).all()


def test_arrays_are_views_that_keep_the_record_alive():
    spans = st.run("textbook/daxpy", "ooo-4", record=True).spans
    again = spans.copy()
    gc.collect()
    junk = [bytearray(1 << 16) for _ in range(100)]
    assert (spans == again).all() and not spans.flags.owndata and not spans.flags.writeable
    del junk
    with pytest.raises(ValueError):
        spans["begin"][0] = 5


def test_frames_have_names():
    run = st.run("lecture/p4", "lecture-4", record=True)
    frame = run.to_pandas("spans")
    assert set(frame.lane) == {"ID", "RR", "ALU", "RW"} and "raw" in set(frame.reason)
    assert run.to_pandas("rows").text.iloc[0] == "add $t2, $t0, $t1"
    assert len(st.run("lecture/p4", "lecture-4").to_pandas("spans")) == 0


def test_errors_carry_their_places():
    with pytest.raises(st.Error) as caught:
        st.Program.from_text("add x1, x2, x3\naddd x1, x2, x3\n", isa="riscv")
    problem = caught.value.diagnostics[0]
    assert (problem["line"], problem["column"], problem["suggestion"]) == (2, 1, "add")
    with pytest.raises(st.Error, match="did you mean 'ooo-4'"):
        st.Machine("ooo-5")
    with pytest.raises(st.Error, match="unknown part 'tabel'"):
        st.run("lecture/p4", "lecture-4", record=True).text("tabel")
    with pytest.raises(st.Error, match="nowhere.s"):
        st.run("nowhere.s")


def test_settings_are_machine_keys():
    wide = st.Machine("ooo-4", {"reorder_buffer.entries": 16})
    assert wide.settings == ["reorder_buffer.entries=16"]
    assert st.run("textbook/daxpy", wide).cycles > st.run("textbook/daxpy", "ooo-4").cycles
    assert "reorder_buffer.entries" in {key["name"] for key in st.machine_keys()}
    again = st.Machine.from_toml(wide.dump())
    assert st.run("textbook/daxpy", again).cycles == st.run("textbook/daxpy", wide).cycles


def test_a_text_runs_anywhere():
    program = st.Program.from_text("li x5, 6\nli x6, 7\nmul x7, x5, x6\n")
    for machine in ["mips-5", "ooo-4", "reference"]:
        assert st.run(program, machine).registers["t2"] == 42


def test_an_endless_program_ends():
    run = st.run(st.Program.from_text("loop:\n  j loop\n", isa="riscv"), "mips-5")
    assert run.stop_reason == "repeats"


def test_progress_can_end_a_run():
    seen = []
    run = st.run(st.Program.from_text(LONG), "ooo-4", progress=lambda *now: seen.append(now) or len(seen) < 2)
    assert run.stop_reason == "interrupted" and len(seen) == 2
    with pytest.raises(ZeroDivisionError):
        st.run(st.Program.from_text(LONG), "ooo-4", progress=lambda *now: 1 / 0)


def test_control_c_ends_a_run():
    threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
    begin = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        st.run(st.Program.from_text(LONG.replace("40000000", "2000000000")), "ooo-4")
    assert time.monotonic() - begin < 20


def test_other_threads_run_meanwhile():
    counted = 0
    done = threading.Event()

    def simulate():
        st.run(st.Program.from_text(LONG), "ooo-4", limit_instructions=3_000_000)
        done.set()

    thread = threading.Thread(target=simulate)
    thread.start()
    while not done.wait(0.001):
        counted += 1
    thread.join()
    assert counted > 3


def test_a_session_steps_back_to_the_same_state():
    session = st.Session("textbook/daxpy", "ooo-4")
    session.seek(100)
    at_100 = session.instructions
    session.seek(150)
    for _ in range(50):
        assert session.step_back()
    assert (session.cycle, session.instructions) == (100, at_100)
    part = session.record(90, 110)
    assert session.cycle == 100 and part.spans["end"].max() <= 111
    assert session.run() == "stopped" and session.stopped
    assert session.cycle == st.run("textbook/daxpy", "ooo-4").cycles


def test_pictures(tmp_path):
    run = st.run("lecture/p4", "lecture-4", record=True)
    assert "<svg" in run._repr_html_()
    for name in ["a.svg", "a.html", "a.tex", "a.md", "a.txt", "a.json", "a.csv"]:
        run.save(tmp_path / name, "table")
        assert (tmp_path / name).stat().st_size > 100
    with pytest.raises(ValueError, match="expected a name"):
        run.save(tmp_path / "a.png", "table")
    both = st.compare(run, st.run("lecture/p4_swapped", "lecture-4", record=True))
    assert both.cycles_saved == 3 and "B: 8 cycles" in str(both) and "<svg" in both._repr_html_()
