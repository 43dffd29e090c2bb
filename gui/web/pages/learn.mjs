// Live pages: every lesson and every textbook program in text and pictures, with a view of the window that runs it.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { escape, relative } from "./layout.mjs";
import { root, wordsOf } from "./program.mjs";

export const languages = ["en", "zh"];
const words = {
  en: {
    lessons: "Lessons", textbook: "Textbook programs", section: "Section {} of the lecture", step: "Step {}", answer: "Answer",
    text: "As text", listing: "Program", command: "Command",
    intro: "Each lesson can be read here; the views run the program itself, in this page. In the window, lessons ask their questions one by one.",
    classics: "Hazards one by one, and the classics of the books. What stands with a program is its own comment; the picture is what its first command draws.",
  },
  zh: {
    lessons: "课程", textbook: "教科书程序", section: "讲义第 {} 节", step: "第 {} 步", answer: "答案",
    text: "文本形式", listing: "程序", command: "命令",
    intro: "每一课都可以在这里阅读；页面中的视图就是程序本身。在窗口里，课程会逐个提问。",
    classics: "逐个冒险，以及各教科书的经典例子。程序旁的说明是它自己的注释（英文）；图是它的第一条命令画出的。",
  },
};

const attributes = (list) =>
  Object.entries(list).filter(([, value]) => value !== undefined && value !== "").map(([name, value]) => ` ${name}="${escape(String(value))}"`).join("");

/** A view of the window; its content is shown until it is loaded, and if scripts are disabled. */
const view = (list, inside) => `<stallscope-view${attributes(list)}>${inside}</stallscope-view>`;

/** Options that limit the text width to that of a page; commands for plans and graphs have a fixed width. */
const asText = (args) =>
  args[0] === "train" || args[0] === "graph" ? [] : [...(args.includes("--columns") ? [] : ["--columns", "100"]), "--color", "never"];

class Figures {
  constructor(run, site) {
    this.run = run;
    this.site = site;
    this.made = new Map();
    mkdirSync(join(site, "learn/figures"), { recursive: true });
  }
  /** The output of a command line as a picture, with its path in the site if there is one, and as text. */
  of(args) {
    const key = args.join("\u0000");
    if (!this.made.has(key)) {
      const path = `learn/figures/${this.made.size + 1}.svg`;
      try {
        writeFileSync(join(this.site, path), this.run([...args, "--format", "svg"]));
        this.made.set(key, { path, text: this.run([...args, ...(asText(args))]) });
      } catch (problem) {
        if (!/out of memory/.test(problem.message)) throw problem;
        this.made.set(key, { text: problem.message }); // shown as the message of a plan that does not fit into memory
      }
    }
    return this.made.get(key);
  }
}

const figure = (page, made, title, word) => made.path === undefined ? `<pre>${escape(made.text)}</pre>` :
  `<figure><img src="${escape(relative(page, made.path))}" alt="${escape(title)}" loading="lazy"></figure>
<details><summary>${word.text}</summary><pre>${escape(made.text)}</pre></details>`;

const paragraphs = (text) => text.trim().split(/\n\s*\n/).map((part) => `<p>${escape(part)}</p>`).join("\n");

/** The command line for the scene of a step about a program. */
function programCommand(step) {
  const scheduling = step.panel === "schedule";
  const settings = (step.set ?? []).flatMap((setting) => ["--set", setting]);
  if (scheduling)
    return ["schedule", step.program, "-m", step.machine, ...settings, ...(step.scheduler ? ["--with", step.scheduler] : [])];
  const second = [
    ...(step.against ? ["--against", step.against] : []),
    ...(step.against_machine ? ["--compare", step.against_machine] : []),
  ];
  const part = { diagram: "--diagram", ledger: "--ledger" }[step.panel] ?? "--table";
  return ["run", step.program, "-m", step.machine, ...settings, ...second, part];
}

const scenarios = new Set(["data-parallel", "server", "offload", "input"]);

/** The command line of a plan or graph with settings "key=value", later settings override earlier ones. */
function courseCommand(subject, name, settings, panel) {
  const keys = new Map(settings.map((setting) => [setting.slice(0, setting.indexOf("=")), setting.slice(setting.indexOf("=") + 1)]));
  const options = () => [...keys].flatMap(([key, value]) => [`--${key.replaceAll("_", "-")}`, value]);
  if (subject === "graph") {
    if (keys.has("style")) keys.set("run", keys.get("style"));
    keys.delete("style");
    return ["graph", name, ...options(), panel === "processor" ? "--graph" : "--table"];
  }
  if (name === "collective") {
    const collective = keys.get("collective");
    keys.delete("collective");
    return ["train", "collective", collective, ...options(), "--steps"];
  }
  if (scenarios.has(name)) {
    if (keys.has("slowest")) // compute time of the last worker
      keys.set("compute", [...Array(Number(keys.get("workers")) - 1).fill(keys.get("compute")), keys.get("slowest")].join(","));
    keys.delete("slowest");
    return ["train", name, ...options(), "--table"];
  }
  const part = keys.has("model") ? "--memory" : panel === "ledger" ? "--ledger" : "--table";
  return ["train", "--schedule", name, ...[...keys].flatMap(([key, value]) => ["--set", `${key}=${value}`]), part];
}

/** The scene of a step: the attributes of its view, and its command lines with titles. */
function shownBy(lesson, step) {
  const inherited = step.program ?? step.plan ?? step.graph ?? step.source;
  const all = inherited === undefined ? { program: lesson.program, plan: lesson.plan, graph: lesson.graph, ...step } : { ...step };
  all.machine ??= lesson.machine;
  all.panel ??= "table";
  const settings = all.set ?? [];
  const subject = all.plan !== undefined ? "plan" : all.graph !== undefined ? "graph" : undefined;
  if (subject === undefined)
    return {
      view: { program: all.program, machine: all.machine, against: all.against, "against-machine": all.against_machine, set: settings.join(" ") },
      all, commands: [[`${all.program} · ${all.machine}`, programCommand(all)]],
    };
  const name = all[subject];
  const second = all[`against_${subject}`];
  const commands = [[[name, ...settings].join(" "), courseCommand(subject, name, settings, all.panel)]];
  if (second !== undefined || all.against_set !== undefined) {
    const changed = [...settings, ...(all.against_set ?? [])];
    commands.push([[second ?? name, ...changed].join(" "), courseCommand(subject, second ?? name, changed, all.panel)]);
  }
  return {
    view: { [subject]: name, set: settings.join(" "), against: second, "against-set": all.against_set?.join(" ") },
    all, commands,
  };
}

function stepOf(page, lesson, step, number, language, figures) {
  const word = words[language];
  const { view: attributes, all, commands } = shownBy(lesson, step);
  const place = { panel: all.panel, cycle: all.cycle, language, height: 460 };
  const shown = step.source === undefined
    ? view({ ...attributes, ...place }, commands.map(([title, command]) => figure(page, figures.of(command), title, word)).join("\n"))
    : view({ machine: all.machine, notation: all.notation, ...place }, `<pre>${escape(step.source.trim())}</pre>`);
  const asked = step.question;
  const choices = asked?.choices === undefined ? "" : `<ol>${asked.choices.map((choice) => `<li>${escape(choice[language])}</li>`).join("")}</ol>`;
  const answer = asked === undefined ? "" : asked.choices === undefined ? String(asked.answer) : asked.choices[asked.answer][language];
  const question = asked === undefined ? "" : `<section class="question">${paragraphs(asked.text[language])}${choices}
<details><summary>${word.answer}</summary><p><strong>${escape(answer)}</strong></p>${paragraphs(asked.because[language])}</details></section>`;
  return `<section><h2 id="step-${number}">${word.step.replace("{}", number)}</h2>
${paragraphs(step.text[language])}
${shown}
${question}</section>`;
}

/** The lessons of gui/lessons, by number. */
function lessons(toml) {
  const folder = join(root, "gui/lessons");
  return readdirSync(folder).filter((name) => name.endsWith(".toml"))
    .sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10) || a.localeCompare(b))
    .map((name) => ({ name: name.replace(/\.toml$/, ""), ...toml.parse(readFileSync(join(folder, name), "utf8")) }));
}

/** The programs of programs/textbook: name, comment at its top, listing, first command in the comment. */
function textbook() {
  const folder = join(root, "programs/textbook");
  return readdirSync(folder).filter((name) => /\.(mips|s|tac)$/.test(name)).sort().map((name) => {
    const listing = readFileSync(join(folder, name), "utf8");
    const comment = listing.split("\n").slice(0, listing.split("\n").findIndex((line) => !line.startsWith("#")))
      .map((line) => line.replace(/^# ?/, ""));
    const program = `textbook/${name.split(".")[0]}`;
    const commands = comment.filter((line) => line.trim().startsWith("stallscope ")).map((line) => line.trim());
    const command = commands.find((line) => wordsOf(line)[2] === program);
    if (command === undefined) throw new Error(`programs/textbook/${name}: no command in its comment runs it`);
    return {
      name: name.split(".")[0], program, listing, commands, command: wordsOf(command).slice(1), title: comment[0],
      text: comment.slice(1).filter((line) => !line.trim().startsWith("stallscope ")).join("\n"),
    };
  });
}

const option = (args, name) => args.flatMap((word, i) => (word === name ? [args[i + 1]] : []));

function classicPage(path, book, language, figures) {
  const word = words[language];
  const args = book.command;
  const panel = args.includes("--ledger") ? "ledger" : args.includes("--table") ? "table" : "diagram";
  const drawn = ["--diagram", "--ledger", "--table"].some((part) => args.includes(part)) ? args : [...args, "--diagram"];
  const machine = option(args, "-m")[0];
  const picture = figure(path, figures.of(drawn.filter((each) => each !== "--stats")), `${book.program} · ${machine}`, word);
  return `<h1>${escape(book.title)}</h1>
${paragraphs(book.text)}
${view({
    program: book.program, machine, set: option(args, "--set").map((each) => each.replaceAll(" ", "")).join(" "),
    against: option(args, "--against")[0], "against-machine": option(args, "--compare")[0], panel, language, height: 460,
  }, picture)}
<h2>${word.command}</h2>
<pre>${escape(book.commands.join("\n"))}</pre>
<h2>${word.listing}</h2>
<pre>${escape(book.listing)}</pre>`;
}

/** All live pages: path, language, title, body, list, other. Writes figures into the site. */
export function livePages(toml, run, site) {
  const figures = new Figures(run, site);
  const all = lessons(toml);
  const books = textbook();
  return languages.flatMap((language) => {
    const word = words[language];
    const base = `learn/${language}`;
    const other = (path) => path.replace(base, `learn/${language === "en" ? "zh" : "en"}`);
    const lessonList = [{ path: `${base}/index.html`, title: word.lessons },
      ...all.map((lesson) => ({ path: `${base}/${lesson.name}.html`, title: lesson.title[language] }))];
    const bookList = [{ path: `${base}/textbook.html`, title: word.textbook },
      ...books.map((book) => ({ path: `${base}/textbook/${book.name}.html`, title: book.name }))];
    const page = (path, title, body, list) => ({ path, title, body, list, language, other: other(path), live: true });
    const links = (path, list, text) => `<ul>${list.slice(1).map((each, i) =>
      `<li><a href="${escape(relative(path, each.path))}">${escape(each.title)}</a> ${escape(text(i))}</li>`).join("\n")}</ul>`;
    return [
      page(lessonList[0].path, word.lessons, `<h1>${word.lessons}</h1><p>${word.intro}</p>
${links(lessonList[0].path, lessonList, (i) => word.section.replace("{}", all[i].section))}`, lessonList),
      page(bookList[0].path, word.textbook, `<h1>${word.textbook}</h1><p>${word.classics}</p>
${links(bookList[0].path, bookList, (i) => books[i].title)}`, bookList),
      ...all.map((lesson, i) => {
        const path = lessonList[i + 1].path;
        const steps = lesson.step.map((step, at) => stepOf(path, lesson, step, at + 1, language, figures));
        return page(path, lesson.title[language], `<h1>${escape(lesson.title[language])}</h1>
<p>${word.section.replace("{}", lesson.section)}</p>
${steps.join("\n")}`, lessonList);
      }),
      ...books.map((book, i) => page(bookList[i + 1].path, book.title, classicPage(bookList[i + 1].path, book, language, figures), bookList)),
    ];
  });
}
