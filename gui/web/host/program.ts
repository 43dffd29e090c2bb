// TypeScript interface of the program: its functions and result structures, as exported by
// src/exports.cpp.
import { FileSystem, Wasi } from "./wasi";

interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  start(): void;
  frame(seconds: number, width: number, height: number, scale: number): number;
  drawing(): number;
  draw_picture(scale: number): void;
  picture_name(): number;
  buffer(bytes: number): number;
  pointer_moved(x: number, y: number): void;
  pointer_button(button: number, down: number, x: number, y: number): void;
  wheel(x: number, y: number): void;
  key(number: number, down: number, modifiers: number): void;
  text(): void;
  focus(there: number): void;
  clipboard(): void;
  open_files(): void;
  open_scene(): number;
  bad_link(): void;
  scene(): number;
  link_copied(): void;
  link_too_long(): void;
  words(): number;
}

export interface Frame {
  drawn: boolean;
  moving: boolean;
  takesText: boolean;
  cursor: number;
  caretX: number;
  caretY: number;
  wantsFile: boolean;
  wantsFullscreen: boolean;
  pictureScale: number;
  unsaved: boolean;
  wantsLink: boolean;
}

export class Program {
  private constructor(
    readonly files: FileSystem,
    readonly exports: Exports,
  ) {}

  static async load(
    module: WebAssembly.Module,
    files: FileSystem,
    environment: Record<string, string>,
    calls: { print: (text: string) => void; setClipboard: (text: string) => void; fetchRest: () => Uint8Array },
  ): Promise<Program> {
    const decoder = new TextDecoder();
    const wasi = new Wasi(files, ["stallscope"], environment, (_stream, bytes) => calls.print(decoder.decode(bytes)));
    const importsOf = (from: string) => WebAssembly.Module.imports(module).filter((entry) => entry.module === from).map((entry) => entry.name);
    // A function of the rest stands in the table at the number that its import is named by.
    const loadRest = (): void => {
      const rest = new WebAssembly.Module(calls.fetchRest() as Uint8Array<ArrayBuffer>);
      new WebAssembly.Instance(rest, { primary: instance.exports });
    };
    const placeholder = (name: string) => (...values: unknown[]): unknown => {
      if (!loaded) loadRest();
      loaded = true;
      const table = instance.exports["%table"] as WebAssembly.Table;
      return (table.get(Number(name)) as (...values: unknown[]) => unknown)(...values);
    };
    let loaded = false;
    const instance = await WebAssembly.instantiate(module, {
      wasi_snapshot_preview1: wasi.imports(importsOf("wasi_snapshot_preview1")),
      placeholder: Object.fromEntries(importsOf("placeholder").map((name) => [name, placeholder(name)])),
      page: {
        set_clipboard: (pointer: number, length: number) =>
          calls.setClipboard(decoder.decode(new Uint8Array(wasi.memory.buffer, pointer, length).slice())),
      },
    });
    const exports = instance.exports as unknown as Exports;
    wasi.memory = exports.memory;
    exports._initialize();
    return new Program(files, exports);
  }

  get memory(): ArrayBuffer {
    return this.exports.memory.buffer as ArrayBuffer;
  }
  /** Fills the buffer that the next function call reads. */
  give(text: string): void {
    const bytes = new TextEncoder().encode(text);
    const at = this.exports.buffer(bytes.length);
    new Uint8Array(this.memory, at, bytes.length).set(bytes);
  }
  /** The text returned by a function. */
  answer(place: number): string {
    const view = new DataView(this.memory);
    const bytes = new Uint8Array(this.memory, view.getUint32(place, true), view.getUint32(place + 4, true));
    return new TextDecoder().decode(bytes.slice());
  }
  frame(seconds: number, width: number, height: number, scale: number): Frame {
    const at = this.exports.frame(seconds, width, height, scale);
    const view = new DataView(this.memory);
    const word = (index: number) => view.getUint32(at + 4 * index, true);
    return {
      drawn: word(0) !== 0,
      moving: word(1) !== 0,
      takesText: word(2) !== 0,
      cursor: word(3),
      caretX: view.getFloat32(at + 16, true),
      caretY: view.getFloat32(at + 20, true),
      wantsFile: word(6) !== 0,
      wantsFullscreen: word(7) !== 0,
      pictureScale: word(8),
      unsaved: word(9) !== 0,
      wantsLink: word(10) !== 0,
    };
  }
}
