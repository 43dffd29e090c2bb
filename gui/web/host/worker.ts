// Runs the program in a worker that draws into the page's canvas, so that the page stays responsive
// during computations.
import { fragmentOf, mostFragment, sceneOf } from "./link";
import type { FromWorker, StoredFile, ToWorker } from "./messages";
import { Program, type Frame } from "./program";
import { Renderer } from "./renderer";
import { Exit, FileSystem } from "./wasi";

declare const self: DedicatedWorkerGlobalScope;

/** Folders of files that the page stores; other files are offered to the user as downloads. */
const storedFolders = ["/home/", "/files/"];
const unseenFolders = ["/tmp/", "/home/", "/fonts/"];
/** Interval of frames in ms without events or animations, to poll background work. */
const idleMilliseconds = 250;

/** By ImGuiMouseCursor. */
const cursors = ["default", "text", "move", "ns-resize", "ew-resize", "nesw-resize", "nwse-resize", "pointer", "not-allowed"];

/** Font files in "fonts/": those always needed, and those for simplified and traditional Chinese. */
interface FontList {
  first: string[];
  chinese: string[];
  traditional: string[];
}
const settingsFile = "/home/.config/stallscope/settings.json";

/** Synchronous, since the program opens the file during a call. */
function fetchNow(address: string): Uint8Array {
  const request = new XMLHttpRequest();
  request.open("GET", address, false);
  request.responseType = "arraybuffer";
  try {
    request.send();
  } catch {
    return new Uint8Array(0); // no network: treated like a missing font
  }
  return request.status === 200 ? new Uint8Array(request.response as ArrayBuffer) : new Uint8Array(0);
}

/** The functions of the program that seldom run; see site.sh. */
function fetchRest(): Uint8Array {
  const bytes = fetchNow("stallscope-rest.wasm");
  if (bytes.length === 0) throw new Error("stallscope-rest.wasm could not be fetched; is there a network?");
  return bytes;
}

const send = (message: FromWorker, transfer: Transferable[] = []): void => self.postMessage(message, transfer);

class Host {
  private program!: Program;
  private renderer!: Renderer;
  private canvas!: OffscreenCanvas;
  private readonly files = new FileSystem();
  private size = { width: 1, height: 1, scale: 1 };
  private before = performance.now();
  private scheduled: { frame?: number; timer?: ReturnType<typeof setTimeout> } = {};
  private visible = true;
  private failed = false;
  private frames = 0;
  private told = "";
  private words = "";

  async start(canvas: OffscreenCanvas, stored: StoredFile[], language: string, link: string): Promise<void> {
    this.canvas = canvas;
    this.renderer = new Renderer(canvas);
    const module = WebAssembly.compileStreaming(fetch("stallscope.wasm"));
    const list = fetch("fonts/list.json").then(async (answer) => (await answer.json()) as FontList);
    const first = list.then(({ first: names }) => this.fetchFonts(names));
    for (const folder of ["/tmp", "/files", "/home"]) this.files.makeFolders(folder);
    for (const { path, bytes } of stored) this.files.put(path, bytes);
    if (this.files.find(settingsFile) === undefined)
      this.files.put(settingsFile, new TextEncoder().encode(JSON.stringify({ language })));
    const { chinese, traditional } = await list;
    for (const name of [...chinese, ...traditional]) this.files.putLater(`/fonts/${name}`, () => fetchNow(`fonts/${name}`));
    const begun = this.language();
    if (begun.startsWith("zh")) await this.fetchFonts(begun === "zh-Hant" ? traditional : chinese);
    await first;
    this.program = await Program.load(
      await module,
      this.files,
      { HOME: "/home", STALLSCOPE_FONTS: "/fonts", TMPDIR: "/tmp", LANG: "C.UTF-8" },
      {
        print: (text) => send({ type: "printed", text }),
        setClipboard: (text) => send({ type: "clipboard", text }),
        fetchRest: () => fetchRest(),
      });
    this.program.exports.start();
    this.files.takeChanges();
    if (link !== "") await this.openLink(link);
    this.schedule(true);
    send({ type: "ready" });
    if (begun !== "zh-Hant") void this.fetchFonts(chinese).catch(() => undefined); // fetched in advance
  }

  private async fetchFonts(names: string[]): Promise<void> {
    await Promise.all(
      names.map(async (name) => {
        const path = `/fonts/${name}`;
        const there = this.files.find(path);
        if (there?.kind === "file" && there.fetch === undefined) return;
        this.files.put(path, new Uint8Array(await (await fetch(`fonts/${name}`)).arrayBuffer()));
      }));
  }
  /** The code of the language that the program starts in, as the settings name it; may be the browser's. */
  private language(): string {
    const settings = new TextDecoder().decode(this.files.read(settingsFile));
    const code = /"language"\s*:\s*"([^"]*)"/.exec(settings)?.[1] ?? "";
    return /^zh-(Hant|TW|HK|MO)/.test(code) ? "zh-Hant" : code;
  }

  private schedule(soon: boolean): void {
    if (this.failed || this.program === undefined) return;
    if (soon && this.scheduled.timer !== undefined) {
      clearTimeout(this.scheduled.timer);
      this.scheduled.timer = undefined;
    }
    if (this.scheduled.frame !== undefined || this.scheduled.timer !== undefined) return;
    if (soon && this.visible)
      this.scheduled.frame = self.requestAnimationFrame(() => this.frame());
    else this.scheduled.timer = setTimeout(() => this.frame(), soon ? 16 : idleMilliseconds);
  }

  private frame(): void {
    this.scheduled = {};
    this.guard(() => {
      const begun = performance.now();
      const { width, height, scale } = this.size;
      const frame = this.program.frame((begun - this.before) / 1000, width, height, scale);
      this.before = begun;
      if (frame.drawn) {
        this.renderer.draw(this.program.memory, this.program.exports.drawing());
        ++this.frames;
        send({ type: "drawn", frames: this.frames, milliseconds: performance.now() - begun });
      }
      this.follow(frame);
      this.takeFiles();
      this.schedule(frame.moving);
    });
  }

  /** A trap, or lack of memory, ends the program; the page is notified, and stored files remain. */
  private guard(work: () => void): void {
    try {
      work();
    } catch (problem) {
      this.failed = true;
      const words = problem instanceof Exit ? problem.message : problem instanceof Error ? `${problem.name}: ${problem.message}` : String(problem);
      send({ type: "failed", problem: words });
    }
  }

  private follow(frame: Frame): void {
    const state = {
      takesText: frame.takesText, cursor: cursors[frame.cursor] ?? "default", caretX: frame.caretX, caretY: frame.caretY,
      fullscreen: frame.wantsFullscreen, unsaved: frame.unsaved,
    };
    const told = JSON.stringify(state);
    if (told !== this.told) {
      this.told = told;
      send({ type: "frame", state });
    }
    if (frame.wantsFile) send({ type: "pick" });
    if (frame.pictureScale > 0) void this.picture(frame.pictureScale);
    if (frame.wantsLink) void this.makeLink();
    if (!frame.moving) this.speak();
  }

  private speak(): void {
    const words = this.program.answer(this.program.exports.words());
    if (words === this.words) return;
    this.words = words;
    send({ type: "words", words });
  }

  /** Sends files written by the program to the page's storage, or to the user. */
  private takeFiles(): void {
    for (const path of this.files.takeChanges()) {
      const bytes = this.files.read(path);
      if (storedFolders.some((folder) => path.startsWith(folder))) send({ type: "store", path, bytes });
      if (bytes !== undefined && !unseenFolders.some((folder) => path.startsWith(folder)))
        send({ type: "download", name: path.slice(path.lastIndexOf("/") + 1), bytes });
    }
  }

  private async picture(scale: number): Promise<void> {
    const { width, height } = this.size;
    if (Math.max(width, height) * scale > this.renderer.largest) scale = 1;
    const name = this.program.answer(this.program.exports.picture_name());
    this.program.exports.draw_picture(scale);
    this.renderer.draw(this.program.memory, this.program.exports.drawing());
    const blob = await this.canvas.convertToBlob({ type: "image/png" });
    send({ type: "download", name, bytes: new Uint8Array(await blob.arrayBuffer()) });
    this.schedule(true);
  }

  private async makeLink(): Promise<void> {
    const scene = this.program.answer(this.program.exports.scene());
    if (scene !== "") {
      const fragment = await fragmentOf(scene);
      if (fragment.length <= mostFragment) {
        send({ type: "link", fragment });
        this.program.exports.link_copied();
      } else {
        const name = "scene.stallscope.json";
        send({ type: "download", name, bytes: new TextEncoder().encode(scene) });
        this.program.give(name);
        this.program.exports.link_too_long();
      }
    }
    this.schedule(true);
  }

  private async openLink(link: string): Promise<void> {
    try {
      const scene = await sceneOf(link);
      this.guard(() => {
        this.program.give(scene);
        this.program.exports.open_scene();
      });
    } catch (problem) {
      this.program.give(problem instanceof Error ? problem.message : String(problem));
      this.program.exports.bad_link();
    }
    this.schedule(true);
  }

  private openFiles(files: { name: string; bytes: Uint8Array }[]): void {
    const scene = files.find((file) => file.name.endsWith(".stallscope.json"));
    if (scene !== undefined) {
      this.program.give(new TextDecoder().decode(scene.bytes));
      this.program.exports.open_scene();
      return;
    }
    const paths: string[] = [];
    for (const { name, bytes } of files) {
      const path = `/files/${name.replaceAll(/[/\n]/g, "_")}`;
      this.files.put(path, bytes);
      send({ type: "store", path, bytes });
      paths.push(path);
    }
    this.program.give(paths.join("\n"));
    this.program.exports.open_files();
  }

  private state(): void {
    const scene = this.program.answer(this.program.exports.scene());
    send({ type: "state", scene, files: [...this.files.files("")].map(([path]) => path), memory: this.program.memory.byteLength });
  }

  take(message: ToWorker): void {
    if (message.type === "ping") return send({ type: "pong" });
    if (message.type === "start") {
      void this.start(message.canvas, message.stored, message.language, message.link).catch((problem: unknown) =>
        send({ type: "failed", problem: problem instanceof Error ? problem.message : String(problem) }));
      return;
    }
    if (message.type === "size") {
      this.size = { width: Math.max(message.width, 1), height: Math.max(message.height, 1), scale: message.scale };
      this.schedule(true);
      return;
    }
    if (this.program === undefined || this.failed) return;
    this.guard(() => this.input(message));
    this.schedule(true);
  }

  private input(message: ToWorker): void {
    const { exports } = this.program;
    switch (message.type) {
      case "pointer":
        return exports.pointer_moved(message.x, message.y);
      case "button":
        return exports.pointer_button(message.button, Number(message.down), message.x, message.y);
      case "wheel":
        return exports.wheel(message.x, message.y);
      case "key":
        return exports.key(message.number, Number(message.down), message.modifiers);
      case "text":
        this.program.give(message.text);
        return exports.text();
      case "paste": {
        this.program.give(message.text);
        exports.clipboard();
        const control = 2;
        exports.key(341, 1, control);
        exports.key(86, 1, control); // Ctrl+V
        exports.key(86, 0, control);
        return exports.key(341, 0, 0);
      }
      case "focus":
        return exports.focus(Number(message.there));
      case "files":
        return this.openFiles(message.files);
      case "link":
        return void this.openLink(message.link);
      case "visible":
        this.visible = message.visible;
        return;
      case "state":
        return this.state();
    }
  }
}

const host = new Host();
self.onmessage = (event: MessageEvent<ToWorker>) => host.take(event.data);
