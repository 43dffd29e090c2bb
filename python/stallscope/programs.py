"""Programs: files of any notation, C, executables, shipped ones, and texts."""
from __future__ import annotations

import os
from typing import Sequence

from . import _core
from .machines import Machine, as_machine


def shipped() -> list[str]:
    """Names of the programs that come along.

    >>> "lecture/p4" in shipped()
    True
    """
    return _core.shipped()


class Program:
    """A program that has been read: assembly (tac, mips, riscv, x86), C, or a static RISC-V executable.

    ``machine`` decides on what depends on it: the width of registers, delay slots, what C is compiled to.

    >>> Program.from_text("add x1, x2, x3").isa
    'riscv'
    >>> Program.from_text("addd x1, x2, x3", isa="riscv")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    stallscope._errors.Error: <text>:1:1: error: ...
    """

    def __init__(self, file: "str | os.PathLike[str]", isa: str | None = None, machine: "Machine | str | None" = None, *,
                 arguments: Sequence[str] = (), xlen: int | None = None, optimize: str = "", call: str = ""):
        own = as_machine(machine)
        self.source = os.fspath(file)
        self.text: str | None = None
        self._core = _core.load(self.source, isa, own._core if own else None, xlen, list(arguments), optimize, call)

    @classmethod
    def from_text(cls, text: str, isa: str | None = None, machine: "Machine | str | None" = None, *,
                  name: str = "<text>", xlen: int | None = None) -> "Program":
        """A program given as text; the notation is told by it unless ``isa`` says so."""
        own = as_machine(machine)
        made = cls.__new__(cls)
        made.source = name
        made.text = text
        made._core = _core.load_text(text, isa, name, own._core if own else None, xlen)
        return made

    @property
    def name(self) -> str:
        return self._core.name

    @property
    def isa(self) -> str:
        return self._core.isa

    @property
    def warnings(self) -> str:
        """What was said when it was read; may be empty."""
        return self._core.warnings

    def __repr__(self) -> str:
        return f"<Program {self.name} ({self.isa})>"


def as_program(program: "Program | str | os.PathLike[str]", machine: "Machine | None") -> Program:
    return program if isinstance(program, Program) else Program(program, machine=machine)
