"""What the program ``stallscope`` answers in JSON: explanations, schedules, loops, what-ifs, training, sweeps."""
from __future__ import annotations

import json
import os
import pathlib
import shutil
import subprocess
import tempfile
from typing import Any, Mapping, Sequence

from ._errors import ProgramError
from .machines import Machine
from .programs import Program


def program_path() -> str:
    """The program: STALLSCOPE_PROGRAM, the one installed with this package, one beside it in a build, or of PATH.

    Raises ``FileNotFoundError`` where there is none.
    """
    here = pathlib.Path(__file__).resolve().parent
    found = [os.environ.get("STALLSCOPE_PROGRAM"), here / "bin" / "stallscope", here.parent.parent / "bin" / "stallscope",
             shutil.which("stallscope")]
    for path in found:
        if path and os.access(path, os.X_OK):
            return os.fspath(path)
    raise FileNotFoundError("the program 'stallscope' is not installed; set STALLSCOPE_PROGRAM to where it is")


class _Files:
    """Texts of programs and machines as files, for as long as the program runs."""

    def __init__(self):
        self._folder = tempfile.TemporaryDirectory(prefix="stallscope-")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._folder.cleanup()

    def program(self, program: "Program | str | os.PathLike[str]") -> list[str]:
        if not isinstance(program, Program):
            return [os.fspath(program)]
        if program.text is None:
            return [program.source, "--isa", program.isa] if not program.source.endswith((".c", ".elf")) else [program.source]
        file = pathlib.Path(self._folder.name) / "program.txt"
        file.write_text(program.text, encoding="utf-8")
        return [str(file), "--isa", program.isa]

    def machine(self, machine: "Machine | str") -> list[str]:
        if not isinstance(machine, Machine):
            return ["-m", machine]
        if machine._plugins is None:
            raise ValueError("a plug-in that is a class of Python runs in this process only: run(), Session()")
        if machine._text is None:
            return ["-m", machine.source, *(word for p in machine._plugins for word in ("--plugin", p)),
                    *(word for s in machine.settings for word in ("--set", s))]
        file = pathlib.Path(self._folder.name) / "machine.toml"
        file.write_text(machine._text, encoding="utf-8")
        return ["-m", str(file)]


def _options(options: Mapping[str, Any]) -> list[str]:
    """Keyword arguments as options: ``cycle=5`` is ``--cycle 5``, True a flag; lists repeat an option."""
    words: list[str] = []
    for name, value in options.items():
        option = "--" + name.rstrip("_").replace("_", "-")
        if value is True:
            words.append(option)
        elif isinstance(value, (list, tuple)):
            for one in value:
                words += [option, str(one)]
        elif value is not None and value is not False:
            words += [option, str(value)]
    return words


def _call(words: Sequence[str], accept: Sequence[int] = (0,)) -> Any:
    done = subprocess.run([program_path(), *words, "--json"], stdin=subprocess.DEVNULL, capture_output=True,
                          text=True)
    if done.returncode not in accept or not done.stdout.strip():
        raise ProgramError(done.stderr, done.returncode)
    return json.loads(done.stdout)


def _simulated(command: str, program, machine, options: Mapping[str, Any], accept: Sequence[int] = (0,)) -> Any:
    with _Files() as files:
        return _call([command, *files.program(program), *files.machine(machine), *_options(options)], accept)


def explain(program: "Program | str | os.PathLike[str]", machine: "Machine | str" = "mips-5", **options: Any) -> dict:
    """Why: ``cycle=5``, ``op=3``, ``why_chain=True``, ``critical_path=True``, ... as ``stallscope explain`` takes them.

    >>> explain("lecture/p4", "lecture-4", cycle=3)["headline"]
    'Cycle 3 of lecture/p4.mips on lecture-4: 1 instruction at work, 1 held'
    """
    return _simulated("explain", program, machine, options)


def whatif(program: "Program | str | os.PathLike[str]", machine: "Machine | str" = "mips-5", **options: Any) -> dict:
    """What every option of the machine would change, each measured by a run."""
    return _simulated("whatif", program, machine, options)


def schedule(program: "Program | str | os.PathLike[str]", machine: "Machine | str" = "mips-5", **options: Any) -> dict:
    """Better orders: ``with_="critical-path"``, ``block="loop"``, ... as ``stallscope schedule`` takes them."""
    return _simulated("schedule", program, machine, options)


def loop(program: "Program | str | os.PathLike[str]", machine: "Machine | str" = "ooo-4", **options: Any) -> dict:
    """The steady state of a loop: cycles an iteration as an exact fraction, its bounds, and which one is tight."""
    return _simulated("loop", program, machine, options)


def sample(program: "Program | str | os.PathLike[str]", machine: "Machine | str" = "ooo-4", **options: Any) -> dict:
    """Cycles per instruction and the ledger's shares of a long program from a sample of it, with their intervals.

    ``error="2%", confidence="99.7%", sample_seed=1, jobs=2``, ... as ``stallscope sample`` takes them; the keys are those of
    ``stallscope.sample/1``: ``cpi``, ``cpi_interval`` (low and high), ``samples``, ``shares``, ``seconds``, ... A program that
    is shorter than its sample is simulated whole.

    >>> result = sample("lecture/p4", "lecture-4")
    >>> result["method"], result["cpi"], result["cpi_interval"]
    ('whole', 2.75, [2.75, 2.75])
    """
    return _simulated("sample", program, machine, options)


def train(plan: "str | os.PathLike[str] | None" = None, **options: Any) -> dict:
    """A training plan: ``schedule="1f1b", devices=4, micro_batches=8``, ... as ``stallscope train`` takes them.

    >>> train(schedule="gpipe", devices=4, micro_batches=4)["makespan"]
    21
    """
    return _call(["train", *([os.fspath(plan)] if plan is not None else []), *_options(options)])


def sweep(experiment: "str | os.PathLike[str]", database: "str | os.PathLike[str] | None" = None, **options: Any):
    """Runs an experiment and gives its points as a pandas DataFrame, a row a point.

    ``experiment`` is a file (see ``stallscope sweep --describe``) or its text. The points go into ``database``, which is
    kept where a name is given; a sweep that was interrupted goes on with ``resume=True``. No points: an empty frame.
    """
    import io

    import pandas

    with tempfile.TemporaryDirectory(prefix="stallscope-") as folder:
        file = os.fspath(experiment)
        if "\n" in file:
            file = os.path.join(folder, "experiment.toml")
            pathlib.Path(file).write_text(os.fspath(experiment), encoding="utf-8")
        points = os.fspath(database) if database is not None else os.path.join(folder, "points.db")
        done = subprocess.run([program_path(), "sweep", file, "-o", points, "-q", *_options(options)],
                              stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if done.returncode not in (0, 1):  # 1: some points have failed, and have rows that say why
            raise ProgramError(done.stderr, done.returncode)
        done = subprocess.run([program_path(), "export", points, "--format", "csv"], stdin=subprocess.DEVNULL,
                              capture_output=True, text=True)
        if done.returncode != 0:
            raise ProgramError(done.stderr, done.returncode)
        return pandas.read_csv(io.StringIO(done.stdout)) if done.stdout.strip() else pandas.DataFrame()
