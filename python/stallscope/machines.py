"""Machines: presets, files and texts, with settings on top."""
from __future__ import annotations

import functools
import json
import os
from typing import Any, Mapping

from . import _core


_PARTS = {"predictor": ("predict", "update"), "prefetcher": ("access",), "replacement policy": ("victim", "touch")}


def _value(value: Any) -> str:
    """A Python value as TOML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_value(v) for v in value) + "]"
    if isinstance(value, str):
        return json.dumps(value)
    return str(value)


def _part_of(plugin: type) -> str:
    """What a class is, by its functions."""
    for part, functions in _PARTS.items():
        if all(callable(getattr(plugin, name, None)) for name in functions):
            return part
    expected = ", or ".join(" and ".join(functions) for functions in _PARTS.values())
    raise TypeError(f"{plugin.__name__} is no plug-in; expected the functions {expected}")


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
        self._plugins: list[str] | None = []  # as --plugin takes them; None: one is a class of Python
        self._core = _core.load_machine(source, [f"{k}={_value(v)}" for k, v in self._settings.items()])

    @classmethod
    def from_toml(cls, text: str, name: str = "machine.toml") -> "Machine":
        """A machine file given as text."""
        made = cls.__new__(cls)
        made._settings = {}
        made._text = text
        made._plugins = []
        made._core = _core.parse_machine(text, name)
        return made

    def with_settings(self, settings: Mapping[str, Any]) -> "Machine":
        """The same machine with further settings, by key: ``{"unit.alu.latency": 2}``."""
        if self._text is not None:
            raise ValueError("a machine given as text has its settings there")
        made = Machine(self._core.source, {**self._settings, **settings})
        made._plugins = self._plugins
        return made

    def with_plugin(self, plugin: "type | str | os.PathLike[str]", cache: str | None = None, **options: Any) -> "Machine":
        """The same machine with a part of your own: a class, or the file of a shared library (docs/how-to/plug-in.md).

        A class is slow, and there to try an idea. What it has says what it is:

        - predictor: ``predict(pc, history) -> bool``, ``update(pc, history, taken, predicted)``; ``history``: directions
          of the last 64 conditional branches, the youngest in bit 0
        - prefetcher of ``cache``: ``access(pc, address, write, hit, first_use)``, gives addresses to be prefetched
        - replacement policy of ``cache``: ``victim(set) -> way``, ``touch(set, way, filled)``

        Prefetchers and replacement policies are made with ``sets, ways, line_bytes`` first. ``options`` go to the
        constructor, or to the library. The object is the part's state, and is copied (``copy.deepcopy``) with that of
        the machine.

        >>> class Last:
        ...     last = False
        ...     def predict(self, pc, history):
        ...         return self.last
        ...     def update(self, pc, history, taken, predicted):
        ...         self.last = taken
        >>> Machine("mips-5").with_plugin(Last).settings
        ['branch.predictor="plugin"', 'predictor.plugin="Last"']

        Raises ``Error`` when the library is no plug-in, or knows no such option, and in a run when a function raises;
        ``TypeError`` for a class without these functions.
        """
        if isinstance(plugin, type):
            name, part = plugin.__name__, _part_of(plugin)
            _core.register_plugin(name, part, functools.partial(plugin, **options) if options else plugin)
            text = name
        else:
            name, part = _core.load_plugin(os.fspath(plugin))
            text = ",".join([name, *(f"{key}={value}" for key, value in options.items())])
        if (cache is None) != (part == "predictor"):
            raise ValueError("a predictor belongs to no cache" if cache else f"a {part} belongs to a cache: cache='L1D'")
        if part == "predictor":
            settings = {"branch.predictor": "plugin", "predictor.plugin": text}
        else:
            key = "prefetcher" if part == "prefetcher" else "replacement"
            settings = {f"cache.{cache}.{key}": "plugin",
                        f"cache.{cache}.{'prefetch' if key == 'prefetcher' else key}_plugin": text}
        made = self.with_settings(settings)
        if isinstance(plugin, type) or made._plugins is None:
            made._plugins = None
        else:
            file = os.path.abspath(plugin)
            given = ",".join([file, *(f"{key}={value}" for key, value in options.items())])
            made._plugins = [*made._plugins, given if cache is None else f"{cache}={given}"]
        return made

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
