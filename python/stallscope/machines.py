"""Machines: presets, files and texts, with settings on top."""
from __future__ import annotations

import json
from typing import Any, Mapping

from . import _core


def _value(value: Any) -> str:
    """A Python value as TOML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_value(v) for v in value) + "]"
    if isinstance(value, str):
        return json.dumps(value)
    return str(value)


def machines() -> dict[str, str]:
    """The machines shipped: name to title.

    >>> "ooo-4" in machines()
    True
    """
    return dict(_core.machines())


def machine_keys() -> list[dict]:
    """Every key of a machine file: ``name``, ``type``, ``default``, ``range``, ``unit``, ``meaning``, ``kind``."""
    return _core.machine_keys()


class Machine:
    """A machine that programs run on. It does not change: ``with_settings`` gives another one.

    >>> m = Machine("ooo-4", {"reorder_buffer.entries": 32})
    >>> m.settings
    ['reorder_buffer.entries=32']
    >>> Machine("ooo-4", {"reorder_buffer.entires": 32})  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    stallscope._errors.Error: ...

    Raises ``Error`` for unknown names and keys, with suggestions, and for values out of range.
    """

    def __init__(self, source: str = "mips-5", settings: Mapping[str, Any] | None = None):
        self._settings = dict(settings or {})
        self._text: str | None = None
        self._core = _core.load_machine(source, [f"{k}={_value(v)}" for k, v in self._settings.items()])

    @classmethod
    def from_toml(cls, text: str, name: str = "machine.toml") -> "Machine":
        """A machine file given as text."""
        made = cls.__new__(cls)
        made._settings = {}
        made._text = text
        made._core = _core.parse_machine(text, name)
        return made

    def with_settings(self, settings: Mapping[str, Any]) -> "Machine":
        """The same machine with further settings, by key: ``{"unit.alu.latency": 2}``."""
        if self._text is not None:
            raise ValueError("a machine given as text has its settings there")
        return Machine(self._core.source, {**self._settings, **settings})

    @property
    def name(self) -> str:
        return self._core.name

    @property
    def title(self) -> str:
        return self._core.title

    @property
    def source(self) -> str:
        """The preset or file it has been made of."""
        return self._core.source

    @property
    def settings(self) -> list[str]:
        """The settings on top, as ``--set`` takes them."""
        return self._core.settings

    @property
    def dynamic(self) -> bool:
        """It schedules dynamically: operations of its runs are micro-ops."""
        return self._core.dynamic

    def dump(self) -> str:
        """The complete machine file, every key written out."""
        return self._core.dump()

    def __str__(self) -> str:
        return self._core.outline()

    def __repr__(self) -> str:
        settings = f", {self._settings!r}" if self._settings else ""
        return f"Machine({self.source!r}{settings})"


def as_machine(machine: "Machine | str | None") -> "Machine | None":
    """A machine by itself or by name; None and "reference": the reference machine, which has no pipeline."""
    if machine is None or machine == "reference":
        return None
    return machine if isinstance(machine, Machine) else Machine(machine)
