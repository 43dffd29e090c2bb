"""Runs: what a program took on a machine, and the record of every cycle as arrays."""
from __future__ import annotations

import html
import os
from typing import Any, Callable

from . import _core
from .machines import Machine, as_machine
from .programs import Program, as_program

#: Reasons for which slots are lost, by their number in arrays: (name, title, meaning); 0 is "not lost".
REASONS: list[tuple[str, str, str]] = _core.reasons()

_TABLE = ("table",)


class Run:
    """A run from its start to its end, or to a limit.

    Times are cycles, counted from 1. Arrays are read-only views of what the simulator keeps, without a copy; they keep it
    alive. Without ``record=True`` they are empty.
    """

    def __init__(self, core: Any):
        self._core = core

    # Numbers
    @property
    def cycles(self) -> int:
        return self._core.cycles

    @property
    def instructions(self) -> int:
        """Retired."""
        return self._core.instructions

    @property
    def micro_ops(self) -> int:
        """Retired; 0 on machines that take instructions as a whole."""
        return self._core.micro_ops

    @property
    def ipc(self) -> float:
        return self._core.ipc

    @property
    def cpi(self) -> float:
        """Cycles an instruction; infinity when none has retired."""
        return self.cycles / self.instructions if self.instructions else float("inf")

    @property
    def branches(self) -> int:
        return self._core.branches

    @property
    def mispredictions(self) -> int:
        return self._core.mispredictions

    @property
    def counts(self) -> dict[str, float]:
        """What caches, predictors and queues have counted: ``{"cache.L1D.misses": 12, ...}``."""
        return self._core.counts

    @property
    def registers(self) -> dict[str, float]:
        """Values at the end of the registers that the program names."""
        return self._core.registers

    @property
    def output(self) -> bytes:
        """What the program has printed, its first 64 MiB."""
        return self._core.output

    @property
    def stop_reason(self) -> str:
        """"end", "exit", "fault", "limit", "repeats", ..."""
        return self._core.stop[0]

    @property
    def stop_sentence(self) -> str:
        return self._core.stop[1]

    @property
    def exit_code(self) -> int:
        """The program's own."""
        return self._core.stop[2]

    @property
    def notes(self) -> list[str]:
        """What a reader must know, in sentences."""
        return self._core.notes

    @property
    def host_seconds(self) -> float:
        return self._core.host_seconds

    @property
    def machine(self) -> str:
        return self._core.machine

    @property
    def program(self) -> str:
        return self._core.program

    # The record
    @property
    def lanes(self) -> list[str]:
        """Names of stages, units and queues, by their number in arrays."""
        return self._core.lanes

    @property
    def instruction_list(self) -> list[tuple[str, int, int]]:
        """Text, line (0: none) and address of each instruction, by its number in ``rows``."""
        return self._core.instruction_list

    @property
    def rows(self):
        """Operations: a structured array of shape (operations,).

        op, instruction, begin and end (cycles, end one past the last), first_span and span_count (into ``spans``),
        wrong_path, flushed, in_flight, flushed_by, part, fused.
        """
        return self._core.rows()

    @property
    def spans(self):
        """Operations on lanes: shape (spans,): begin, end, op, lane; reason (0: at work), register, culprit (0: none)."""
        return self._core.spans()

    @property
    def gaps(self):
        """Empty slots of lanes: shape (gaps,): begin, end, lane, reason, register, culprit."""
        return self._core.gaps()

    @property
    def arrows(self):
        """Values handed over: shape (arrows,): cycle, producer, consumer, register, from_lane (65535: register file)."""
        return self._core.arrows()

    @property
    def lost(self):
        """Lost slots: shape (stretches,): begin, end, point, count (a cycle), reason, register, culprit."""
        return self._core.lost()

    # Tables
    def ledger(self):
        """Slots by point of the machine and reason, as a pandas DataFrame: point, reason, slots, share.

        The slots of a point add up to its width times the cycles; "used" is work.
        """
        import pandas

        rows = [(point, reason, slots, slots / total) for point, reason, slots, total in self._core.ledger]
        return pandas.DataFrame(rows, columns=["point", "reason", "slots", "share"])

    def to_pandas(self, what: str = "spans"):
        """``rows``, ``spans``, ``gaps``, ``arrows`` or ``lost`` as a DataFrame with names in place of numbers."""
        import pandas

        frame = pandas.DataFrame(getattr(self, what))
        if "reason" in frame:
            frame["reason"] = frame["reason"].map(lambda i: REASONS[i][0])
        if "lane" in frame:
            names = self.lanes
            frame["lane"] = frame["lane"].map(lambda i: names[i])
        if "instruction" in frame:
            texts = self.instruction_list
            frame["text"] = frame["instruction"].map(lambda i: texts[i][0] if i < len(texts) else "")
        return frame

    # Pictures
    def render(self, format: str, *parts: str, from_cycle: int | None = None, to_cycle: int | None = None) -> str:
        """The run in a format: text, markdown, latex, json, csv, svg or html.

        ``parts``: table, diagram, ledger, cpi, stats, registers. Raises ``Error`` when a picture would be too large.
        """
        return _core.render(self._core, format, list(parts), from_cycle, to_cycle)

    def text(self, *parts: str, **cycles: int) -> str:
        return self.render("text", *parts, **cycles)

    def svg(self, *parts: str, **cycles: int) -> str:
        return self.render("svg", *(parts or _TABLE), **cycles)

    def save(self, file: "str | os.PathLike[str]", *parts: str, **cycles: int) -> None:
        """Writes the run as the ending of the file says: .txt, .md, .tex, .json, .csv, .svg, .html."""
        _save(file, lambda format: self.render(format, *parts, **cycles))

    def _repr_html_(self) -> str:
        if len(self.rows) == 0:
            return f"<pre>{html.escape(self.text('stats'))}</pre>"
        last = min(self.cycles, 40)
        return self.svg(to_cycle=last) + (f"<p>cycles 1 to {last} of {self.cycles}</p>" if last < self.cycles else "")

    def __repr__(self) -> str:
        return (f"<Run of {self.program} on {self.machine}: {self.cycles} cycles, {self.instructions} instructions, "
                f"{self.stop_reason}>")


_FORMATS = {".txt": "text", ".md": "markdown", ".tex": "latex", ".json": "json", ".csv": "csv", ".svg": "svg",
            ".html": "html"}


def _save(file: "str | os.PathLike[str]", render: Callable[[str], str]) -> None:
    ending = os.path.splitext(os.fspath(file))[1]
    if ending not in _FORMATS:
        raise ValueError(f"{file}: expected a name that ends in {', '.join(_FORMATS)}")
    with open(file, "w", encoding="utf-8") as out:
        out.write(render(_FORMATS[ending]))


def run(program: "Program | str | os.PathLike[str]", machine: "Machine | str | None" = "mips-5", *, record: bool = False,
        from_cycle: int = 1, to_cycle: int | None = None, limit_cycles: int | None = None,
        limit_instructions: int | None = None, limit_memory: int | None = None, input: str = "",
        progress: "Callable[[int, int, float], bool | None] | bool | None" = None) -> Run:
    """Runs a program to its end (or a limit) and accounts for every slot.

    ``record`` keeps every event of cycles ``from_cycle`` to ``to_cycle`` (about 50 bytes an event, 8 million at most).
    Without a limit it ends at 10 billion instructions; a program that repeats for ever ends as soon as that is certain.
    ``limit_memory`` is in bytes of the guest (default: 4 GiB). ``progress`` is called every 0.1 s with cycles,
    instructions and seconds, and ends the run when it gives False; True shows a bar of tqdm's where that is installed.
    The interpreter's lock is free while the simulator runs, and Ctrl-C ends it.

    >>> run("lecture/p4_swapped", "lecture-4").cycles
    8
    """
    own = as_machine(machine)
    wanted = _core.Wanted()
    wanted.record = record
    wanted.from_cycle = from_cycle
    wanted.to_cycle = to_cycle
    wanted.limit_cycles = limit_cycles
    wanted.limit_instructions = limit_instructions
    if limit_memory is not None:
        wanted.limit_memory = limit_memory
    wanted.input = input
    read = as_program(program, own)
    with _Progress(progress) as told:
        return Run(_core.run(read._core, own._core if own else None, wanted, told))


class _Progress:
    """The function that is called while a run goes on, or a bar that it moves."""

    def __init__(self, progress):
        self._progress = progress
        self._bar = None

    def __enter__(self):
        if self._progress is not True:
            return self._progress or None
        try:
            from tqdm.auto import tqdm
        except ImportError:
            return None
        self._bar = tqdm(unit=" instructions", unit_scale=True)

        def move(cycles, instructions, seconds):
            self._bar.update(instructions - self._bar.n)

        return move

    def __exit__(self, *_):
        if self._bar is not None:
            self._bar.close()


class Comparison:
    """Two runs side by side."""

    def __init__(self, a: Run, b: Run, by_instruction: bool = False):
        self.a, self.b, self.by_instruction = a, b, by_instruction

    @property
    def cycles_saved(self) -> int:
        """By the second; below 0: it takes longer."""
        return self.a.cycles - self.b.cycles

    def render(self, format: str, *parts: str, from_cycle: int | None = None, to_cycle: int | None = None) -> str:
        return _core.render_two(self.a._core, self.b._core, format, list(parts or _TABLE), from_cycle, to_cycle,
                                self.by_instruction)

    def save(self, file: "str | os.PathLike[str]", *parts: str, **cycles: int) -> None:
        _save(file, lambda format: self.render(format, *parts, **cycles))

    def __str__(self) -> str:
        return self.render("text")

    def _repr_html_(self) -> str:
        return self.render("svg", to_cycle=min(max(self.a.cycles, self.b.cycles), 40))


def compare(a: Run, b: Run, by_instruction: bool = False) -> Comparison:
    """Two recorded runs side by side, lined up by cycle or by retired instruction.

    >>> print(compare(run("lecture/p4", "lecture-4", record=True),
    ...               run("lecture/p4_swapped", "lecture-4", record=True)).cycles_saved)
    3
    """
    return Comparison(a, b, by_instruction)
