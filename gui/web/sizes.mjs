// node sizes.mjs SITE: prints what a visitor downloads, as compressed by compress.mjs, and fails when the program, the scripts and
// the fonts of all languages are larger than 1.8 MB together. What is fetched when it is used is listed apart.
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

export const limit = 1_800_000; // bytes

/** Bytes sent for a file of `site` to a browser that takes brotli. */
export const sent = (site, name) => statSync(join(site, existsSync(join(site, `${name}.br`)) ? `${name}.br` : name)).size;

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const site = process.argv[2];
  const fonts = JSON.parse(readFileSync(join(site, "fonts/list.json")));
  const sum = (names) => names.reduce((bytes, name) => bytes + sent(site, name), 0);
  const parts = {
    program: sum(["stallscope.wasm"]),
    scripts: sum(["page.js", "worker.js", "service.js"]),
    page: sum(["index.html", "style.css", "fonts/list.json"]),
    fonts: sum(fonts.first.map((name) => `fonts/${name}`)),
    "fonts of Chinese": sum(fonts.chinese.map((name) => `fonts/${name}`)),
  };
  for (const [part, bytes] of Object.entries(parts)) console.log(`${String(bytes).padStart(9)} ${part}`);
  const whole = Object.values(parts).reduce((a, b) => a + b);
  console.log(`${String(whole).padStart(9)} bytes with brotli, of at most ${limit}`);
  console.log(`${String(sum(["stallscope-rest.wasm"])).padStart(9)} besides when used: stallscope-rest.wasm`);
  if (whole > limit) {
    console.error(`The page is ${whole - limit} bytes too large; site.sh chooses what is fetched when it is used.`);
    process.exit(1);
  }
}
