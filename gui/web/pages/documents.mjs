// The documentation: README.md and every Markdown file that can be reached from it by links, as pages below docs/.
import { copyFileSync, existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { dirname, extname, join, posix } from "node:path";

import { escape, relative } from "./layout.mjs";
import { root } from "./program.mjs";

/** The page of a Markdown file, both relative: "docs/loops.md" is docs/loops.html, "sim/core/README.md" docs/sim/core/index.html. */
export function pageOf(file) {
  if (file === "README.md") return "docs/index.html";
  const inside = file.startsWith("docs/") && file !== "docs/README.md" ? file : `docs/${file === "docs/README.md" ? "contents.md" : file}`;
  return inside.replace(/README\.md$/, "index.md").replace(/\.md$/, ".html");
}

/** The fragment by which a heading is linked: as on the pages of code hosts, which the files' links are written for. */
const slug = (text) => text.trim().toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "").replaceAll(" ", "-");

const pictures = new Set([".png", ".svg", ".gif", ".jpg", ".webp"]);

/** Where a link of `file` leads: a file of the project with its fragment, or undefined when it leaves the project. */
function target(file, href) {
  if (/^[a-z]+:/i.test(href) || href.startsWith("//")) return undefined;
  const [path, fragment] = decodeURI(href).split("#");
  let to = path === "" ? file : posix.normalize(posix.join(posix.dirname(file), path));
  if (existsSync(join(root, to)) && statSync(join(root, to)).isDirectory()) to = posix.join(to, "README.md");
  return { to, fragment };
}

/** Reads and renders the documents. Returns `pages` (path, title, body, file) in the order of links, and `sections` to search in. */
export function documents(MarkdownIt, site) {
  const markdown = new MarkdownIt({ html: true });
  const pages = [];
  const sections = [];
  const waiting = ["README.md", "docs/README.md", "CONTRIBUTING.md", "CHANGELOG.md"];
  const seen = new Set(waiting);
  while (waiting.length > 0) {
    const file = waiting.shift();
    const tokens = markdown.parse(readFileSync(join(root, file), "utf8"), {});
    const path = pageOf(file);
    const follow = (to) => {
      if (seen.has(to)) return;
      seen.add(to);
      waiting.push(to);
    };
    const title = prepare(tokens, file, path, site, follow, sections);
    pages.push({ file, path, title, body: markdown.renderer.render(tokens, markdown.options, {}) });
  }
  return { pages, sections };
}

/** Gives headings their fragments, links their pages, copies pictures, and collects the text of sections. Returns the title. */
function prepare(tokens, file, path, site, follow, sections) {
  const used = new Map();
  let title;
  let section = { path, title: "", text: "" };
  sections.push(section);
  tokens.forEach((token, i) => {
    if (token.type === "heading_open") {
      const text = tokens[i + 1].children.map((child) => child.content).join("");
      const name = slug(text);
      const times = used.get(name) ?? 0;
      used.set(name, times + 1);
      const fragment = times === 0 ? name : `${name}-${times}`;
      token.attrSet("id", fragment);
      title ??= text;
      section = { path: `${path}#${fragment}`, title: text, text: "" };
      sections.push(section);
    } else if (token.type === "inline") {
      section.text += ` ${token.children.map((child) => child.content).join("")}`;
      links(token.children, file, path, site, follow);
    } else if (token.type === "fence" || token.type === "code_block") {
      section.text += ` ${token.content}`;
    } else if (token.type === "html_block") {
      token.content = ""; // markup of code hosts
    } else if (token.type === "th_open" || token.type === "td_open") {
      // Alignment is a class: the policy of pages has no styles in attributes.
      const style = token.attrGet("style");
      if (style !== null) {
        token.attrs = token.attrs.filter(([name]) => name !== "style");
        token.attrSet("class", style.replace("text-align:", "align-"));
      }
    }
  });
  return title ?? file;
}

function links(children, file, path, site, follow) {
  const open = [];
  for (const child of children) {
    if (child.type === "image") {
      const at = target(file, child.attrGet("src"));
      if (at !== undefined) child.attrSet("src", relative(path, copied(at.to, site)));
      child.attrSet("alt", child.content);
      child.attrSet("loading", "lazy");
    } else if (child.type === "link_open") {
      const at = target(file, child.attrGet("href"));
      let page;
      if (at === undefined) page = child.attrGet("href");
      else if (at.to.endsWith(".md") && existsSync(join(root, at.to))) {
        follow(at.to);
        page = relative(path, pageOf(at.to) + (at.fragment === undefined ? "" : `#${at.fragment}`));
      } else if (pictures.has(extname(at.to))) page = relative(path, copied(at.to, site));
      open.push(page);
      if (page === undefined) { // a file of the source, which is not here
        child.tag = "span";
        child.attrs = [["title", at.to], ["class", "source"]];
      } else child.attrSet("href", page);
    } else if (child.type === "link_close" && open.pop() === undefined) child.tag = "span";
    else if (child.type === "html_inline") child.content = escape(child.content);
  }
}

/** Copies a picture of the project; returns its place in the site. */
function copied(file, site) {
  const place = `docs/pictures/${file.replaceAll("/", "-")}`;
  if (!existsSync(join(root, file))) throw new Error(`${file}: a picture that is not there`);
  mkdirSync(join(site, dirname(place)), { recursive: true });
  copyFileSync(join(root, file), join(site, place));
  return place;
}
