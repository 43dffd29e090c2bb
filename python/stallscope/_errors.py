"""What goes wrong, with everything that is known of it."""
from __future__ import annotations


class Error(Exception):
    """A program, a machine or a setting that cannot be used.

    ``diagnostics`` lists every problem as a dict with the keys ``severity``, ``file``, ``line`` and ``column``
    (from 1; 0: not known), ``message``, ``expected``, ``suggestion`` and ``source_line``.
    """

    def __init__(self, text: str, diagnostics: list[dict] | None = None):
        super().__init__(text.rstrip())
        self.diagnostics = diagnostics or []


class ProgramError(Error):
    """The program ``stallscope`` has ended with an error; ``exit_code`` is its own (2: wrong use or input)."""

    def __init__(self, text: str, exit_code: int):
        super().__init__(text)
        self.exit_code = exit_code
