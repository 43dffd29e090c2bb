"""Parts of a machine that are classes of Python, or shared libraries."""
import pathlib
import shutil
import subprocess

import pytest

import stallscope as st

PROJECT = pathlib.Path(__file__).resolve().parents[2]
LOOPS = """
  li x5, 40
outer:
  li x6, 3
inner:
  addi x6, x6, -1
  bnez x6, inner
  addi x5, x5, -1
  bnez x5, outer
"""


class Gshare:
    """As predictor = "gshare" with 64 counters and 6 branches of history."""

    def __init__(self, entries=64, history=6):
        self.counters = [1] * entries
        self.history = history

    def index(self, pc, history):
        return (pc >> 1 ^ history & (1 << self.history) - 1) & len(self.counters) - 1

    def predict(self, pc, history):
        return self.counters[self.index(pc, history)] >= 2

    def update(self, pc, history, taken, predicted):
        at = self.index(pc, history)
        self.counters[at] = min(self.counters[at] + 1, 3) if taken else max(self.counters[at] - 1, 0)


class NextLine:
    """Asks for the line behind each miss, and behind prefetched lines that are used."""

    def __init__(self, sets, ways, line_bytes):
        self.line_bytes = line_bytes

    def access(self, pc, address, write, hit, first_use):
        return [address + self.line_bytes] if not hit or first_use else None


class Fifo:
    """What came first goes first."""

    def __init__(self, sets, ways, line_bytes):
        self.next = [0] * sets
        self.ways = ways

    def victim(self, where):
        return self.next[where]

    def touch(self, where, way, filled):
        if filled:
            self.next[where] = (way + 1) % self.ways


def program():
    return st.Program.from_text(LOOPS, isa="riscv")


@pytest.mark.parametrize("machine", ["mips-5", "ooo-4"])
def test_a_predictor_in_python_is_the_built_in_one(machine):
    builtin = st.Machine(machine, {"branch.predictor": "gshare", "predictor.entries": 64, "predictor.history_bits": 6})
    own = st.Machine(machine).with_plugin(Gshare)
    assert st.run(program(), own).cycles == st.run(program(), builtin).cycles
    assert st.run(program(), own.with_settings({"predictor.plugin": "Gshare"})).cycles == st.run(program(), builtin).cycles


def test_options_go_to_the_constructor():
    short = st.Machine("ooo-4").with_plugin(Gshare, history=1)
    builtin = st.Machine("ooo-4", {"branch.predictor": "gshare", "predictor.entries": 64, "predictor.history_bits": 6})
    assert st.run(program(), short).cycles != st.run(program(), builtin).cycles


def test_prefetchers_and_replacement_policies():
    machine = st.Machine("ooo-4")
    builtin = machine.with_settings({"cache.L1D.prefetcher": "next_line"})
    walk = "lecture/walk_rows"
    assert st.run(walk, machine.with_plugin(NextLine, cache="L1D")).cycles == st.run(walk, builtin).cycles
    assert st.run(walk, machine.with_plugin(Fifo, cache="L1D")).cycles > 0


def test_a_session_steps_back_with_the_state_of_a_plug_in():
    session = st.Session(program(), st.Machine("mips-5").with_plugin(Gshare))
    session.seek(60)
    there = session.instructions
    session.seek(200)
    session.seek(60)
    assert session.instructions == there


def test_what_a_class_raises_is_an_error_with_its_name():
    class Lost:
        def predict(self, pc, history):
            raise KeyError("nowhere")

        def update(self, pc, history, taken, predicted):
            pass

    with pytest.raises(st.Error, match="plug-in 'Lost' of Python: KeyError"):
        st.run(program(), st.Machine("mips-5").with_plugin(Lost))

    class Beyond(Fifo):
        def victim(self, where):
            return self.ways

    small = st.Machine("ooo-4", {"cache.L1D.size": 1024})
    with pytest.raises(st.Error, match="victim answers way"):
        st.run("lecture/walk_columns", small.with_plugin(Beyond, cache="L1D"))
    with pytest.raises(TypeError, match="is no plug-in; expected the functions predict and update, or access"):
        st.Machine("mips-5").with_plugin(int)
    with pytest.raises(ValueError, match="belongs to a cache"):
        st.Machine("ooo-4").with_plugin(Fifo)
    with pytest.raises(ValueError, match="in this process only"):
        st.explain(program(), st.Machine("mips-5").with_plugin(Gshare), cycle=3)


@pytest.mark.skipif(shutil.which("g++") is None, reason="no compiler")
def test_a_shared_library_works_here_and_in_the_program(tmp_path):
    library = tmp_path / "gshare.so"
    subprocess.run(["g++", "-std=c++17", "-O1", "-shared", "-fPIC", "-I", PROJECT / "sim/machine/include",
                    PROJECT / "programs/plugins/gshare.cpp", "-o", library], check=True)
    machine = st.Machine("mips-5").with_plugin(library, entries=64, history=6)
    assert st.run(program(), machine).cycles == st.run(program(), st.Machine("mips-5").with_plugin(Gshare)).cycles
    assert st.explain(program(), machine, cycle=3)["headline"]
    with pytest.raises(st.Error, match="there is no option 'entires'"):
        st.Machine("mips-5").with_plugin(library, entires=64)
    with pytest.raises(st.Error, match="there is no such file"):
        st.Machine("mips-5").with_plugin(tmp_path / "none.so")
