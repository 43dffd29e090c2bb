// <stallscope-view program="textbook/sum" machine="ooo-4" panel="table" cycle="5">: embeds the program in another page. A
// script tag defines the element: <script src="https://.../embed.js" defer></script>. A view is loaded when it is scrolled
// near the visible area; further views use the program from the browser's cache. Attributes:
//   program   name of an included program; without it the element's text is the program, in the notation `notation`
//   plan, graph   instead of a program: a named schedule of training, or an included graph; `set` contains their keys
//   machine   name of a machine; `set`: its settings "key=value", separated by blanks
//   against, against-machine, against-set   differences of the second run
//   panel     table, diagram, processor, ...; several are separated by blanks
//   cycle     the initial cycle
//   language  en, zh, zh-Hant; theme: dark, light, high-contrast
//   height    in pixels; default 420
import { fragmentOf } from "./link";

const script = document.currentScript as HTMLScriptElement | null;
const home = new URL(".", script?.src ?? location.href);

class StallscopeView extends HTMLElement {
  private frame: HTMLIFrameElement | undefined;
  private watch: IntersectionObserver | undefined;

  connectedCallback(): void {
    this.watch = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) void this.show();
    }, { rootMargin: "200px" });
    this.style.display = "block";
    this.style.minHeight = `${this.number("height", 420)}px`;
    this.watch.observe(this);
  }
  disconnectedCallback(): void {
    this.watch?.disconnect();
    this.frame?.remove();
    this.frame = undefined;
  }

  private number(name: string, otherwise: number): number {
    const value = Number(this.getAttribute(name) ?? otherwise);
    return Number.isFinite(value) && value >= 0 ? value : otherwise;
  }
  private words(name: string): string[] {
    return (this.getAttribute(name) ?? "").split(/\s+/).filter((word) => word !== "");
  }
  private scene(): string {
    const course = this.getAttribute("plan") ?? this.getAttribute("graph");
    const named = this.getAttribute("program") ?? course;
    const text = named === null ? this.querySelector("pre")?.textContent ?? undefined : undefined;
    const run = {
      program: named ?? (text === undefined ? "lecture/p4" : "program"),
      subject: course === null ? undefined : this.hasAttribute("plan") ? "plan" : "graph",
      machine: this.getAttribute("machine") ?? "lecture-4",
      settings: this.words("set"),
      text,
      isa: this.getAttribute("notation") ?? undefined,
    };
    const against = this.getAttribute("against");
    const machine = this.getAttribute("against-machine");
    const changed = this.words("against-set");
    const second = against === null && machine === null && changed.length === 0 ? undefined
      : {
          ...run, program: against ?? run.program, machine: machine ?? run.machine, settings: [...run.settings, ...changed],
          text: against === null ? text : undefined,
        };
    return JSON.stringify({
      version: 1, a: run, b: second, cycle: this.number("cycle", 0), panels: this.words("panel"),
      language: this.getAttribute("language") ?? document.documentElement.lang,
      theme: this.getAttribute("theme") ?? (matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark"),
    });
  }
  private async show(): Promise<void> {
    this.watch?.disconnect();
    const fragment = await fragmentOf(this.scene());
    const frame = document.createElement("iframe");
    frame.title = `Stallscope: ${this.getAttribute("program") ?? ""}`;
    frame.allow = "clipboard-write; fullscreen";
    frame.style.cssText = `width:100%;height:${this.number("height", 420)}px;border:0`;
    frame.src = new URL(`index.html?embedded#${fragment}`, home).href;
    this.frame = frame;
    this.replaceChildren(frame); // replaces the placeholder content, a text or a picture
  }
}

customElements.define("stallscope-view", StallscopeView);
