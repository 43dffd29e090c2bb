// Messages between the page and its worker.

export type ToWorker =
  | { type: "start"; canvas: OffscreenCanvas; stored: StoredFile[]; language: string; link: string }
  | { type: "size"; width: number; height: number; scale: number }
  | { type: "pointer"; x: number; y: number }
  | { type: "button"; button: number; down: boolean; x: number; y: number }
  | { type: "wheel"; x: number; y: number }
  | { type: "key"; number: number; down: boolean; modifiers: number }
  | { type: "text"; text: string }
  | { type: "paste"; text: string }
  | { type: "focus"; there: boolean }
  | { type: "files"; files: { name: string; bytes: Uint8Array }[] }
  | { type: "link"; link: string }
  | { type: "visible"; visible: boolean }
  | { type: "state" }
  | { type: "ping" }; // answered by "pong" when nothing is computed

/** A file that persists when the page is closed. */
export interface StoredFile {
  path: string;
  bytes: Uint8Array;
}

export interface FrameState {
  takesText: boolean;
  cursor: string;
  caretX: number;
  caretY: number;
  fullscreen: boolean;
  unsaved: boolean;
}

export type FromWorker =
  | { type: "ready" }
  | { type: "pong" }
  | { type: "drawn"; frames: number; milliseconds: number }
  | { type: "frame"; state: FrameState }
  | { type: "words"; words: string }
  | { type: "clipboard"; text: string }
  | { type: "pick" }
  | { type: "link"; fragment: string }
  | { type: "download"; name: string; bytes: Uint8Array }
  | { type: "store"; path: string; bytes: Uint8Array | undefined }
  | { type: "printed"; text: string }
  | { type: "state"; scene: string; files: string[]; memory: number }
  | { type: "failed"; problem: string };
