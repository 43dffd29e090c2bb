// Key numbers of the program: as in GLFW, by the label on an American keyboard
// (KeyboardEvent.code), except letters, which are numbered by the character they type, so that
// Ctrl+Z works on all keyboard layouts.

const named: Record<string, number> = {
  Space: 32, Quote: 39, Comma: 44, Minus: 45, Period: 46, Slash: 47, Semicolon: 59, Equal: 61, BracketLeft: 91,
  Backslash: 92, BracketRight: 93, Backquote: 96, Escape: 256, Enter: 257, Tab: 258, Backspace: 259, Insert: 260,
  Delete: 261, ArrowRight: 262, ArrowLeft: 263, ArrowDown: 264, ArrowUp: 265, PageUp: 266, PageDown: 267, Home: 268,
  End: 269, CapsLock: 280, F1: 290, F2: 291, F3: 292, F4: 293, F5: 294, F6: 295, F7: 296, F8: 297, F9: 298, F10: 299,
  F11: 300, F12: 301, NumpadDecimal: 330, NumpadDivide: 331, NumpadMultiply: 332, NumpadSubtract: 333, NumpadAdd: 334,
  NumpadEnter: 335, NumpadEqual: 336, ShiftLeft: 340, ControlLeft: 341, AltLeft: 342, MetaLeft: 343, ShiftRight: 344,
  ControlRight: 345, AltRight: 346, MetaRight: 347,
};

export function keyNumber(event: { code: string; key: string }): number | undefined {
  if (/^[a-z]$/i.test(event.key)) return event.key.toUpperCase().charCodeAt(0);
  if (/^Key[A-Z]$/.test(event.code)) return event.code.charCodeAt(3);
  if (/^Digit[0-9]$/.test(event.code)) return event.code.charCodeAt(5);
  if (/^Numpad[0-9]$/.test(event.code)) return 320 + Number(event.code.charAt(6));
  return named[event.code];
}

export function modifiers(event: { shiftKey: boolean; ctrlKey: boolean; altKey: boolean; metaKey: boolean }): number {
  // Command on a Mac counts as Ctrl.
  return Number(event.shiftKey) | (Number(event.ctrlKey || event.metaKey) << 1) | (Number(event.altKey) << 2);
}
