// <stallscope-view program="textbook/sum" machine="ooo-4" panel="table" cycle="5">: the program inside of another page. One script
// tag defines it: <script src="https://.../embed.js" defer></script>. A view is loaded when it comes near the window; the
// browser's cache has the program after the first one.
//   program   name of a shipped program; the element's text instead is a program itself, in the notation `notation`
//   plan, graph   in place of a program: a named schedule of training, or a shipped graph; `set` are its keys
//   machine   name of a machine; `set`: "key=value" changes of it, with blanks between
//   against, against-machine, against-set   what a second run is of, where it differs
//   panel     table, diagram, processor, ...; several with blanks between
//   cycle     where it stands
//   language  en, zh; theme: dark, light, high-contrast
//   height    in pixels; 420 where nothing is said
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
      language: this.getAttribute("language") ?? document.documentElement.lang.slice(0, 2),
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
    this.replaceChildren(frame); // until here what it holds is shown: a text, a picture
  }
}

customElements.define("stallscope-view", StallscopeView);
