// node pages.mjs SITE NPM PROGRAM: writes the documentation and the live pages into SITE, with the
// libraries of NPM; PROGRAM, native or WebAssembly, draws the figures. Exits with an error when a
// picture, a command of a program, or an internal link fails.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, posix, resolve } from "node:path";

import { documents } from "./documents.mjs";
import { layout } from "./layout.mjs";
import { livePages } from "./learn.mjs";
import { runner } from "./program.mjs";
import { indexOptions } from "./search_options.mjs";

const [, , siteName, npm, program] = process.argv;
const site = resolve(siteName);
const require = createRequire(join(resolve(npm), "package.json"));
const load = (name) => import(require.resolve(name));
const MarkdownIt = (await load("markdown-it")).default;
const MiniSearch = (await load("minisearch")).default;
const toml = await load("smol-toml");

const plain = (html) => html.replace(/<[^>]*>/g, " ").replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");

const { pages: docs, sections } = documents(MarkdownIt, site);
const list = docs.map(({ path, title }) => ({ path, title }));
const live = livePages(toml, runner(resolve(program)), site);
const pages = [...docs.map((page) => ({ ...page, language: "en", list, live: false })), ...live];
for (const page of pages) {
  mkdirSync(join(site, dirname(page.path)), { recursive: true });
  writeFileSync(join(site, page.path), layout(page));
}

const index = new MiniSearch(indexOptions);
const entries = [
  ...sections.filter((section) => section.text.trim() !== "").map((section) => ({ ...section, language: "en" })),
  ...live.map(({ path, title, body, language }) => ({ path, title, language, text: plain(body.replace(/<pre>.*?<\/pre>/gs, "")) })),
];
index.addAll(entries.map((entry, id) => ({ id, ...entry })));
writeFileSync(join(site, "search.json"), JSON.stringify(index));

const broken = [];
for (const page of pages)
  for (const [, address] of layout(page).matchAll(/ (?:href|src)="([^"]*)"/g)) {
    if (/^[a-z]+:/i.test(address)) continue;
    const [path, fragment] = address.split("#");
    const to = path === "" ? page.path : posix.normalize(posix.join(posix.dirname(page.path), path));
    const file = join(site, to);
    if (!existsSync(file)) broken.push(`${page.path}: ${address}`);
    else if (fragment && to.endsWith(".html") && !readFileSync(file, "utf8").includes(`id="${fragment}"`)) broken.push(`${page.path}: ${address}: no such heading`);
  }
if (broken.length > 0) {
  console.error(`Links of pages that lead nowhere:\n  ${broken.join("\n  ")}`);
  process.exit(1);
}
console.log(`${docs.length} pages of documentation, ${live.length} live pages`);
