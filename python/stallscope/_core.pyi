from typing import Any, Callable, Sequence

import numpy

version: str

class Program:
    name: str
    isa: str
    warnings: str

class Machine:
    name: str
    title: str
    source: str
    settings: list[str]
    dynamic: bool
    def dump(self) -> str: ...
    def outline(self) -> str: ...

class Wanted:
    record: bool
    from_cycle: int
    to_cycle: int | None
    limit_cycles: int | None
    limit_instructions: int | None
    limit_memory: int
    input: str

class Recording:
    program: str
    machine: str
    settings: list[str]
    timed: bool
    cycles: int
    instructions: int
    micro_ops: int
    branches: int
    mispredictions: int
    ipc: float
    host_seconds: float
    stop: tuple[str, str, int]
    output: bytes
    notes: list[str]
    registers: dict[str, float]
    instruction_list: list[tuple[str, int, int]]
    register_names: list[str]
    ledger: list[tuple[str, str, int, int]]
    lanes: list[str]
    counts: dict[str, float]
    def rows(self) -> numpy.ndarray: ...
    def spans(self) -> numpy.ndarray: ...
    def gaps(self) -> numpy.ndarray: ...
    def arrows(self) -> numpy.ndarray: ...
    def lost(self) -> numpy.ndarray: ...

class Session:
    cycle: int
    stopped: bool
    stop_reason: str
    stop_sentence: str
    instructions: int
    output: bytes
    def __init__(self, program: Program, machine: Machine, input: str = ...) -> None: ...
    def step(self) -> bool: ...
    def step_back(self) -> bool: ...
    def seek(self, cycle: int) -> None: ...
    def run(self, until: int = ..., keep_going: Callable[[], bool] | None = ...) -> str: ...
    def run_to(self, condition: str) -> str: ...
    def record(self, from_cycle: int, to_cycle: int) -> Recording: ...

def load(name: str, isa: str | None = ..., machine: Machine | None = ..., xlen: int | None = ...,
         arguments: Sequence[str] = ..., optimize: str = ..., call: str = ...) -> Program: ...
def load_text(text: str, isa: str | None = ..., name: str = ..., machine: Machine | None = ...,
              xlen: int | None = ...) -> Program: ...
def shipped() -> list[str]: ...
def shipped_text(name: str) -> str: ...
def load_machine(source: str, settings: Sequence[str] = ...) -> Machine: ...
def parse_machine(toml: str, name: str = ...) -> Machine: ...
def machines() -> list[tuple[str, str]]: ...
def machine_keys() -> list[dict[str, str]]: ...
def reasons() -> list[tuple[str, str, str]]: ...
def run(program: Program, machine: Machine | None, wanted: Wanted, progress: Any = ...) -> Recording: ...
def render(run: Recording, format: str, parts: Sequence[str], from_cycle: int | None = ...,
           to_cycle: int | None = ...) -> str: ...
def render_two(a: Recording, b: Recording, format: str, parts: Sequence[str], from_cycle: int | None = ...,
               to_cycle: int | None = ..., by_instruction: bool = ...) -> str: ...
