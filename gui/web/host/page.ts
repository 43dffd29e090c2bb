// The page around the program: the canvas, keyboard, pointer, clipboard, files, storage.
import { keyNumber, modifiers } from "./keys";
import type { FrameState, FromWorker, ToWorker } from "./messages";
import { Storage } from "./storage";

const element = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;

/** Texts of the page, outside of the program. */
const words = {
  en: {
    failed: "The program has stopped: {}. What you have written is kept.",
    hangs: "The program has not answered for 10 seconds. What you have written is kept: wait, or start it again.",
    again: "Start again",
    noMemory: "A run needs more memory than a page has (4 GiB). Use a shorter run, or the program on a computer.",
  },
  zh: {
    failed: "程序已停止：{}。您写的内容已保留。",
    hangs: "程序已有 10 秒没有响应。您写的内容已保留：请等待，或重新启动。",
    again: "重新启动",
    noMemory: "该运行所需内存超过网页上限（4 GiB）。请缩短运行，或使用计算机上的程序。",
  },
  "zh-Hant": {
    failed: "程式已停止：{}。您寫的內容已保留。",
    hangs: "程式已有 10 秒沒有回應。您寫的內容已保留：請等待，或重新啟動。",
    again: "重新啟動",
    noMemory: "該執行所需記憶體超過網頁上限（4 GiB）。請縮短執行，或使用電腦上的程式。",
  },
};
const chinese = /^zh-(Hant|TW|HK|MO)/.test(navigator.language) ? "zh-Hant" : "zh";
const language = navigator.language.startsWith("zh") ? chinese : "en";

/** An embedded view neither saves nor restores its state. */
const embedded = new URLSearchParams(location.search).has("embedded");

/** Fetches the whole site for use without a network, after the program has been loaded, so as not to compete for bandwidth. */
const keepForLater = (): void => {
  if ("serviceWorker" in navigator && !embedded) void navigator.serviceWorker.register("service.js").catch(() => undefined);
};

/** Interval in ms of the questions whether the worker answers, and how many it may leave open before that is shown. */
const pingMilliseconds = 2000;
const mostOpenPings = 5;

class Page {
  private canvas = element<HTMLCanvasElement>("canvas");
  private readonly field = element<HTMLTextAreaElement>("field");
  private readonly live = element("live");
  private readonly file = element<HTMLInputElement>("file");
  private worker!: Worker;
  private state: FrameState | undefined;
  private readonly fingers = new Map<number, { x: number; y: number }>();
  private pinch: number | undefined;
  private touched = false;
  private resized: ResizeObserver | undefined;
  private openPings = 0;

  constructor(private readonly storage: Storage) {
    this.listen();
    setInterval(() => this.ping(), pingMilliseconds);
  }

  send(message: ToWorker, transfer: Transferable[] = []): void {
    this.worker.postMessage(message, transfer);
  }

  async start(): Promise<void> {
    const stored = embedded ? [] : await this.storage.all();
    const offscreen = this.canvas.transferControlToOffscreen();
    this.worker = new Worker("worker.js");
    this.worker.onmessage = (event: MessageEvent<FromWorker>) => this.take(event.data);
    this.worker.onerror = (event) => this.fail(event.message || "the worker cannot be started");
    const link = location.hash.slice(1);
    this.send({ type: "start", canvas: offscreen, stored, language: navigator.language, link }, [offscreen]);
    this.resized?.disconnect();
    this.resized = new ResizeObserver((entries) => this.resize(entries[0]));
    try {
      this.resized.observe(this.canvas, { box: "device-pixel-content-box" });
    } catch {
      this.resized.observe(this.canvas); // for Safari
    }
  }

  /** Canvas pixels per page pixel. */
  private scale = window.devicePixelRatio;
  /** Canvas pixels per design pixel: fewer at a phone's width, so that a pane and the row of buttons below it fit. */
  private get designScale(): number {
    const narrowest = 560;
    return this.scale * Math.min(1, this.canvas.clientWidth / narrowest);
  }
  private resize(entry: ResizeObserverEntry | undefined): void {
    const exact = entry?.devicePixelContentBoxSize?.[0];
    const width = exact?.inlineSize ?? Math.round(this.canvas.clientWidth * this.scale);
    const height = exact?.blockSize ?? Math.round(this.canvas.clientHeight * this.scale);
    this.scale = width / Math.max(this.canvas.clientWidth, 1);
    this.send({ type: "size", width, height, scale: this.designScale });
  }

  private take(message: FromWorker): void {
    switch (message.type) {
      case "ready":
        document.documentElement.dataset.state = "ready";
        keepForLater();
        return;
      case "drawn":
        document.documentElement.dataset.frames = String(message.frames);
        document.documentElement.dataset.frameMs = message.milliseconds.toFixed(2);
        return;
      case "frame":
        return this.follow(message.state);
      case "words":
        this.live.textContent = message.words;
        return;
      case "clipboard":
        void navigator.clipboard.writeText(message.text).catch(() => undefined);
        return;
      case "pick":
        return this.file.click();
      case "link": {
        history.replaceState(null, "", `#${message.fragment}`);
        void navigator.clipboard.writeText(location.href).catch(() => undefined);
        return;
      }
      case "download":
        return this.download(message.name, message.bytes);
      case "store":
        return embedded ? undefined : void this.storage.put(message.path, message.bytes);
      case "printed":
        console.warn(message.text);
        return;
      case "pong":
        this.openPings = 0;
        if (document.documentElement.dataset.state !== "hangs") return;
        document.documentElement.dataset.state = "ready";
        element("problem").hidden = true;
        return;
      case "failed":
        return this.fail(message.problem);
      case "state":
        window.dispatchEvent(new CustomEvent("stallscope-state", { detail: message }));
        return;
    }
  }

  private follow(state: FrameState): void {
    const before = this.state;
    this.state = state;
    this.canvas.style.cursor = state.cursor;
    this.field.style.left = `${state.caretX / this.scale}px`;
    this.field.style.top = `${state.caretY / this.scale}px`;
    // On a phone focusing a field opens the on-screen keyboard; elsewhere the field receives text
    // from input methods.
    if (this.touched && before?.takesText === true && !state.takesText) this.field.blur();
    if (!this.touched || (state.takesText && before?.takesText !== true)) this.field.focus({ preventScroll: true });
    if (state.fullscreen !== (document.fullscreenElement !== null) && state.fullscreen !== before?.fullscreen) {
      if (state.fullscreen) void document.documentElement.requestFullscreen().catch(() => undefined);
      else void document.exitFullscreen().catch(() => undefined);
    }
  }

  private download(name: string, bytes: Uint8Array): void {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([bytes as BlobPart]));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  }

  /** Shows that the worker does not answer: it computes for long, or without end. Only a program that was ready is asked, as it
   * starts more slowly on a slow line. */
  private ping(): void {
    const { dataset } = document.documentElement;
    if (dataset.state !== "ready") return;
    if (this.openPings === 0) this.send({ type: "ping" });
    if (++this.openPings <= mostOpenPings) return;
    dataset.state = "hangs";
    this.showProblem(words[language].hangs);
  }
  private showProblem(problem: string): void {
    element("problem-words").textContent = problem;
    const again = element<HTMLButtonElement>("again");
    again.textContent = words[language].again;
    again.onclick = () => void this.restart();
    element("problem").hidden = false;
    again.focus();
  }
  /** The program has ended with an error; stored files remain. */
  private fail(problem: string): void {
    this.worker.terminate();
    document.documentElement.dataset.state = "failed";
    const text = words[language];
    const memory = /memory|RangeError|bad_alloc/i.test(problem);
    this.showProblem(memory ? text.noMemory : text.failed.replace("{}", problem));
  }
  private async restart(): Promise<void> {
    element("problem").hidden = true;
    this.worker.terminate();
    this.openPings = 0;
    const fresh = this.canvas.cloneNode() as HTMLCanvasElement; // the old canvas is bound to the ended worker
    this.canvas.replaceWith(fresh);
    this.canvas = fresh;
    this.listenToCanvas();
    history.replaceState(null, "", location.pathname); // the link may have caused the failure
    delete document.documentElement.dataset.state;
    await this.start();
  }

  private at(event: { clientX: number; clientY: number }): { x: number; y: number } {
    const place = this.canvas.getBoundingClientRect();
    return { x: (event.clientX - place.left) * this.scale, y: (event.clientY - place.top) * this.scale };
  }

  private listen(): void {
    this.listenToCanvas();
    this.listenToKeys();
    this.listenToFiles();
    window.addEventListener("blur", () => this.send({ type: "focus", there: false }));
    window.addEventListener("hashchange", () => this.send({ type: "link", link: location.hash.slice(1) }));
    document.addEventListener("visibilitychange", () =>
      this.send({ type: "visible", visible: document.visibilityState === "visible" }));
    window.addEventListener("beforeunload", (event) => {
      if (this.state?.unsaved === true && !embedded) event.preventDefault();
    });
  }

  private listenToCanvas(): void {
    const canvas = this.canvas;
    canvas.addEventListener("pointerdown", (event) => {
      this.touched = event.pointerType === "touch";
      if (!this.touched) event.preventDefault(); // the field keeps the focus
      canvas.setPointerCapture(event.pointerId);
      if (this.touched) this.fingers.set(event.pointerId, this.at(event));
      if (this.fingers.size > 1) return this.beginPinch();
      this.send({ type: "button", button: this.button(event), down: true, ...this.at(event) });
    });
    canvas.addEventListener("pointermove", (event) => {
      if (this.fingers.has(event.pointerId)) this.fingers.set(event.pointerId, this.at(event));
      if (this.fingers.size > 1) return this.movePinch();
      for (const one of event.getCoalescedEvents?.().slice(-1) ?? [event]) this.send({ type: "pointer", ...this.at(one) });
    });
    const up = (event: PointerEvent): void => {
      this.fingers.delete(event.pointerId);
      if (this.pinch !== undefined) {
        if (this.fingers.size === 0) this.pinch = undefined;
        return;
      }
      this.send({ type: "button", button: this.button(event), down: false, ...this.at(event) });
      // a finger does not hover
      if (event.pointerType === "touch") this.send({ type: "pointer", x: -1e6, y: -1e6 });
    };
    canvas.addEventListener("pointerup", up);
    canvas.addEventListener("pointercancel", up);
    canvas.addEventListener("pointerleave", (event) => {
      if (event.pointerType === "mouse" && event.buttons === 0) this.send({ type: "pointer", x: -1e6, y: -1e6 });
    });
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      // pixels, or lines, per wheel notch
      const notch = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 100 : 3;
      if (event.ctrlKey) this.control(true); // also set by browsers for pinch gestures on a touch pad
      this.send({ type: "wheel", x: -event.deltaX / notch, y: -event.deltaY / notch });
      if (event.ctrlKey) this.control(false);
    }, { passive: false });
  }
  private button(event: PointerEvent): number {
    // ImGui numbers right and middle buttons the other way round
    return event.button === 2 ? 1 : event.button === 1 ? 2 : Math.max(event.button, 0);
  }
  private control(down: boolean): void {
    this.send({ type: "key", number: 341, down, modifiers: down ? 2 : 0 });
  }

  // Two fingers: a change of their distance is sent as Ctrl and wheel, which zooms panels; movement
  // of their centre scrolls.
  private middle = { x: 0, y: 0 };
  private measure(): number {
    const [a, b] = [...this.fingers.values()] as [{ x: number; y: number }, { x: number; y: number }];
    this.middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
    return Math.hypot(a.x - b.x, a.y - b.y);
  }
  private beginPinch(): void {
    if (this.pinch === undefined) this.send({ type: "button", button: 0, down: false, ...this.middle });
    this.pinch = this.measure();
  }
  private movePinch(): void {
    const before = this.middle;
    const distance = this.measure();
    const notches = Math.log(distance / (this.pinch ?? distance)) / Math.log(1.2);
    this.send({ type: "pointer", ...this.middle });
    if (Math.abs(notches) > 0.25) {
      this.pinch = distance;
      this.control(true);
      this.send({ type: "wheel", x: 0, y: notches });
      this.control(false);
    }
    const line = 40 * this.scale;
    this.send({ type: "wheel", x: (this.middle.x - before.x) / line, y: (this.middle.y - before.y) / line });
  }

  private listenToKeys(): void {
    const field = this.field;
    field.addEventListener("keydown", (event) => this.key(event, true));
    field.addEventListener("keyup", (event) => this.key(event, false));
    document.addEventListener("keydown", (event) => {
      if (event.target === document.body) field.focus({ preventScroll: true });
      if (event.target === document.body) this.key(event, true);
    });
    // Text is taken from the field, so that dead keys and input methods work.
    const take = (): void => {
      if (field.value !== "") this.send({ type: "text", text: field.value });
      field.value = "";
    };
    field.addEventListener("input", (event) => {
      if (!(event as InputEvent).isComposing) take();
    });
    field.addEventListener("compositionend", take);
    field.addEventListener("paste", (event) => {
      event.preventDefault();
      this.send({ type: "paste", text: event.clipboardData?.getData("text/plain") ?? "" });
    });
  }
  private key(event: KeyboardEvent, down: boolean): void {
    if (event.isComposing || (down && event.repeat && event.key.length === 1 && !event.ctrlKey)) return;
    const command = event.ctrlKey || event.metaKey;
    if (command && event.key.toLowerCase() === "v") return; // handled as a paste event
    const number = keyNumber(event);
    if (number === undefined) return;
    if (event.repeat) return event.preventDefault(); // the program generates key repeats itself
    // Characters go to the field; the browser's own shortcuts are not intercepted.
    const writes = event.key.length === 1 && !command;
    const theirs = ["F1", "F5", "F6", "F12"].includes(event.key) || (command && ["l", "t", "w", "r"].includes(event.key.toLowerCase()));
    if (theirs) return;
    if (!writes) event.preventDefault();
    this.send({ type: "key", number, down, modifiers: modifiers(event) });
  }

  private listenToFiles(): void {
    const open = async (files: Iterable<globalThis.File>): Promise<void> => {
      const read = await Promise.all(
        [...files].map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })));
      if (read.length > 0) this.send({ type: "files", files: read }, read.map((file) => file.bytes.buffer));
    };
    this.file.addEventListener("change", () => {
      void open(this.file.files ?? []).then(() => (this.file.value = ""));
    });
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => {
      event.preventDefault();
      void open(event.dataTransfer?.files ?? []);
    });
  }
}

void Storage.open().then(async (storage) => {
  const page = new Page(storage);
  await page.start();
  // For tests, and for pages that embed this one.
  window.addEventListener("stallscope-ask", () => page.send({ type: "state" }));
});
