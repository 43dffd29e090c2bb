// node start.mjs SITE [MBIT]: seconds from opening the page to the first table, over a line of 10 Mbit/s, and opened again. Best of three.
import { createRequire } from "node:module";
import { join, resolve } from "node:path";

import { serve } from "../../gui/web/serve.mjs";

const site = resolve(process.argv[2]);
const megabits = Number(process.argv[3] ?? 10);
const puppeteer = createRequire(join(site, "../../web-npm/package.json"))("puppeteer-core");
const server = await serve(site, 0, () => {}, (megabits * 1e6) / 8);
const address = `http://localhost:${server.address().port}/`;
const browser = await puppeteer.launch({
  executablePath: "/usr/bin/chromium", headless: true,
  args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
});

async function first(page, go) {
  const begun = performance.now();
  await go();
  await page.waitForFunction(() => /cycle 0 of 11/.test(document.getElementById("live")?.textContent ?? "") && document.documentElement.dataset.frames !== undefined,
    { timeout: 60_000, polling: 20 });
  return (performance.now() - begun) / 1000;
}

let cold = Infinity;
let again = Infinity;
for (let i = 0; i < 3; ++i) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport({ width: 1280, height: 720 });
  cold = Math.min(cold, await first(page, () => page.goto(address, { waitUntil: "domcontentloaded" })));
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === "activated", { timeout: 60_000 });
  again = Math.min(again, await first(page, () => page.reload({ waitUntil: "domcontentloaded" })));
  await context.close();
}
console.log(`first table over ${megabits} Mbit/s: ${cold.toFixed(2)} s; opened again: ${again.toFixed(2)} s`);
await browser.close();
server.close();
