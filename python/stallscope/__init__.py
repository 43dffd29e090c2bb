"""Stallscope: a cycle-accurate pipeline simulator that explains every stall.

>>> import stallscope as st
>>> run = st.run("lecture/p4", "lecture-4", record=True)
>>> run.cycles, run.instructions
(11, 4)
>>> print(run.text("table", from_cycle=2, to_cycle=4))  # doctest: +ELLIPSIS
lecture/p4.mips on lecture-4
...
    3 | 2 RAW $t2  - RAW  1       - fill
...

Programs are files, names of shipped programs, or texts (``st.Program.from_text``); machines are names of presets, files,
or texts. ``run``, ``Session`` and machines work in this process; ``explain``, ``schedule``, ``loop``, ``sample``, ``whatif``,
``train`` and ``sweep`` call the program ``stallscope`` and give its JSON (see ``program_path``).
"""
from __future__ import annotations

from ._core import version as __version__
from ._errors import Error, ProgramError
from .machines import Machine, machine_keys, machines
from .program import explain, loop, program_path, sample, schedule, sweep, train, whatif
from .programs import Program, shipped
from .runs import REASONS, Comparison, Run, compare, run
from .sessions import Session

__all__ = [
    "Comparison", "Error", "Machine", "Program", "ProgramError", "REASONS", "Run", "Session", "__version__", "compare",
    "explain", "loop", "machine_keys", "machines", "program_path", "run", "sample", "schedule", "shipped", "sweep", "train",
    "whatif",
]
