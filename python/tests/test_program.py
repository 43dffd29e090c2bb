"""What the program answers: its JSON as Python values, its errors as exceptions."""
import pytest

import stallscope as st


def test_explanations():
    why = st.explain("lecture/p4", "lecture-4", cycle=3)
    assert any(op["reason"] == "raw" for op in why["ops"])
    assert st.explain("lecture/p4", "lecture-4", op=2)["ops"]


def test_what_if_and_schedule():
    assert st.whatif("lecture/p4", "lecture-4")
    assert "blocks" in st.schedule("lecture/p4", "lecture-4", with_="critical-path")


def test_a_loop_of_a_text():
    loop = st.loop(st.Program.from_text("loop: addi t0, t0, 8\n ld t1, 0(t0)\n add t2, t2, t1\n bne t0, t3, loop\n"), "ooo-4")
    cycles = loop["cycles_per_iteration"] if "cycles_per_iteration" in loop else loop["loops"][0]["cycles_per_iteration"]
    assert cycles["exact"] and cycles["numerator"] >= cycles["denominator"]


def test_a_sample():
    text = "  li t0, 60000\nloop:\n  addi t0, t0, -1\n  mul t1, t0, t0\n  bnez t0, loop\n"
    sample = st.sample(st.Program.from_text(text, isa="riscv"), "ooo-4", unit=100, warmup=200, units=50)
    low, high = sample["cpi_interval"]
    assert sample["method"] == "smarts" and low <= sample["cpi"] <= high
    assert sum(one["share"] for one in sample["shares"]["retire"]["reasons"].values()) == pytest.approx(1)


def test_training():
    plan = st.train(schedule="1f1b", devices=4, micro_batches=8)
    assert plan["makespan"] == (8 + 4 - 1) * 3  # (m + p - 1)(F + B) with F = 1, B = 2


def test_wrong_use_is_an_exception():
    with pytest.raises(st.ProgramError) as caught:
        st.explain("lecture/p4", "lecture-5", cycle=3)
    assert caught.value.exit_code == 2 and "lecture-4" in str(caught.value)


EXPERIMENT = """
programs = ["lecture/p4", "lecture/p4_swapped"]
machines = ["lecture-4", "mips-5"]
"""


def test_a_sweep_is_a_frame(tmp_path):
    points = st.sweep(EXPERIMENT)
    assert len(points) == 4 and set(points.machine) == {"lecture-4", "mips-5"}
    assert sorted(points[points.machine == "lecture-4"].cycles) == [8, 11]
    kept = tmp_path / "points.db"
    st.sweep(EXPERIMENT, kept)
    assert len(st.sweep(EXPERIMENT, kept, resume=True)) == 4
