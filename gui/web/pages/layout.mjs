// Common parts of all pages: head, bar with search, list of pages. Scripts only improve the pages,
// which are readable without them.
import { posix } from "node:path";

export const escape = (text) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

const words = {
  en: { guide: "Guide", lessons: "Lessons", textbook: "Textbook", open: "Open the window", other: "中文", search: "Search", pages: "Pages" },
  zh: { guide: "指南", lessons: "课程", textbook: "教科书程序", open: "打开窗口", other: "English", search: "搜索", pages: "页面" },
};

/** The address of page `to` as a link of page `from`; both relative to the site. */
export function relative(from, to) {
  const [path, fragment] = to.split("#");
  const link = path === from ? "" : posix.relative(posix.dirname(from), path);
  return fragment === undefined ? link || posix.basename(path) : `${link}#${fragment}`;
}

/**
 * The HTML text of a page.
 * @param page `path` relative to the site, `title`, `language`, `body` (HTML), `other` (path of the same page in the other
 *   language, or undefined), `list` (pages beside it: `path`, `title`), `live` (it has views of the window)
 */
export function layout(page) {
  const word = words[page.language];
  const link = (to) => escape(relative(page.path, to));
  const learn = `learn/${page.language}`;
  const items = page.list.map(({ path, title }) =>
    `<li><a href="${link(path)}"${path === page.path ? ' aria-current="page"' : ""}>${escape(title)}</a></li>`);
  return `<!doctype html>
<html lang="${page.language}" data-site="${escape(posix.relative(posix.dirname(page.path), ".") || ".")}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'">
<title>${escape(page.title)} · Stallscope</title>
<link rel="icon" href="${link("icon.svg")}" type="image/svg+xml">
<link rel="stylesheet" href="${link("pages.css")}">
<script src="${link("pages.js")}" defer></script>${page.live ? `\n<script src="${link("embed.js")}" defer></script>` : ""}
</head>
<body>
<header>
<a class="name" href="${link("docs/index.html")}">Stallscope</a>
<nav aria-label="Stallscope">
<a href="${link("docs/index.html")}">${word.guide}</a>
<a href="${link(`${learn}/index.html`)}">${word.lessons}</a>
<a href="${link(`${learn}/textbook.html`)}">${word.textbook}</a>
<a href="${link("index.html")}">${word.open}</a>${
    page.other === undefined ? "" : `\n<a href="${link(page.other)}" hreflang="${page.language === "en" ? "zh" : "en"}">${word.other}</a>`}
</nav>
<div id="search" role="search" data-word="${word.search}"></div>
</header>
<div class="columns">
<nav class="list" aria-label="${word.pages}"><ul>
${items.join("\n")}
</ul></nav>
<main>
${page.body}
</main>
</div>
</body>
</html>
`;
}
