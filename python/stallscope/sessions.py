"""A program on a machine, with a hand on the clock."""
from __future__ import annotations

import os

from . import _core
from .machines import Machine, as_machine
from .programs import Program, as_program
from .runs import Run


class Session:
    """Steps forwards and backwards, and goes to any cycle.

    >>> s = Session("lecture/p4", "lecture-4")
    >>> s.seek(5); s.step_back(); s.cycle
    True
    4
    >>> s.run()
    'stopped'
    >>> s.cycle
    11
    """

    def __init__(self, program: "Program | str | os.PathLike[str]", machine: "Machine | str" = "mips-5", input: str = ""):
        own = as_machine(machine)
        if own is None:
            raise ValueError("the reference machine has no pipeline to step through")
        self._core = _core.Session(as_program(program, own)._core, own._core, input)

    @property
    def cycle(self) -> int:
        """The present one; 0 is the start."""
        return self._core.cycle

    @property
    def stopped(self) -> bool:
        return self._core.stopped

    @property
    def stop_reason(self) -> str:
        """As ``Run.stop_reason``; empty while it runs."""
        return self._core.stop_reason

    @property
    def instructions(self) -> int:
        """Retired so far."""
        return self._core.instructions

    @property
    def output(self) -> bytes:
        """What the program had printed by the end of the present cycle."""
        return self._core.output

    def step(self) -> bool:
        """One cycle on; False when the run has ended."""
        return self._core.step()

    def step_back(self) -> bool:
        """One cycle back; False at the start."""
        return self._core.step_back()

    def seek(self, cycle: int) -> None:
        """The state at the end of a cycle, or the last one if the run ends before."""
        self._core.seek(cycle)

    def run(self, until: int | None = None) -> str:
        """On to a cycle or the end: "reached", "stopped", "breakpoint", "interrupted" or "repeats"."""
        return self._core.run() if until is None else self._core.run(until)

    def run_to(self, condition: str) -> str:
        """On until a condition holds: ``"label loop"``, ``"$t0 == 5"``, ``"line 12"``; what ``--until`` takes.

        A program that repeats for ever and never comes to it pauses with "repeats".
        """
        return self._core.run_to(condition)

    def record(self, from_cycle: int, to_cycle: int) -> Run:
        """Everything in these cycles, simulated again; the present cycle does not change. It has no ledger."""
        return Run(self._core.record(from_cycle, to_cycle))
