// node browser.mjs SITE [FOLDER]: the page in Debian's Chromium, without a display; with BROWSER=firefox in Firefox ESR, which needs one
// (xvfb-run), and without the tests that its remote control cannot do. What is typed, clicked and touched goes through the browser; what
// comes of it is read off the scene that the program gives for links, and off the words for screen readers. Pictures go into FOLDER.
// ONLY=words: only tests with these words in their names. Ends with code 1 when something is not as it should be.
import { strict as assert } from "node:assert";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { serve } from "../../gui/web/serve.mjs";
import { limit, sent } from "../../gui/web/sizes.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const site = resolve(process.argv[2]);
const folder = process.argv[3];
const puppeteer = createRequire(join(site, "../../web-npm/package.json"))("puppeteer-core");
if (folder !== undefined) mkdirSync(folder, { recursive: true });

const requests = []; // paths of what was sent; what a browser has already is not
const server = await serve(site, 0, (path, status) => {
  if (status === 200) requests.push(path);
});
const address = `http://localhost:${server.address().port}/`;
const firefox = process.env.BROWSER === "firefox";
const browser = await puppeteer.launch(firefox
  ? { browser: "firefox", executablePath: "/usr/bin/firefox-esr", headless: false, extraPrefsFirefox: { "webgl.force-enabled": true } }
  : {
      executablePath: "/usr/bin/chromium",
      headless: true,
      args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
    });
/** Tests by what Firefox's remote control does not have. */
const chromiumOnly = new Map([
  ["text of the clipboard is pasted, and dead keys and input methods write", "input methods"],
  ["a phone: touch goes on by a cycle and to another panel", "touch on a phone's screen"],
  ["a program that has stopped is said so, and starts again", "scripts in workers"],
  ["a program that does not answer is said so, and starts again or goes on", "scripts in workers"],
  ["lessons and documentation are read without script, and a view comes alive with it", "pages without script"],
]);

/** A page of its own, with nothing remembered; problems that it reports fail the test. */
async function open(link = "", viewport = { width: 1280, height: 720 }) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.problems = [];
  page.on("pageerror", (problem) => page.problems.push(String(problem)));
  page.on("console", (message) => {
    if (/Content Security Policy|Refused to/.test(message.text())) page.problems.push(message.text());
  });
  await page.setViewport(viewport);
  await page.goto(address + link);
  await ready(page);
  return page;
}
const ready = (page) =>
  page.waitForFunction(() => document.documentElement.dataset.state !== undefined && document.documentElement.dataset.frames !== undefined, { timeout: 60_000 });
const words = (page) => page.$eval("#live", (live) => live.textContent);
const said = (page, pattern) =>
  page.waitForFunction((source) => new RegExp(source).test(document.getElementById("live").textContent), { timeout: 30_000 }, pattern.source)
    .catch(async () => assert.fail(`never said: ${pattern}; but: ${await words(page)}`));
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const state = (page) =>
  page.evaluate(() => new Promise((resolve) => {
    window.addEventListener("stallscope-state", (event) => resolve({ ...event.detail, scene: JSON.parse(event.detail.scene || "null") }), { once: true });
    window.dispatchEvent(new Event("stallscope-ask"));
  }));
/** Until the scene is as it should be. */
async function until(page, what, holds) {
  let last;
  for (let i = 0; i < 100; ++i) {
    last = await state(page);
    if (last.scene !== null && holds(last.scene)) return last;
    await pause(100);
  }
  return assert.fail(`${what}: ${JSON.stringify(last).slice(0, 400)}`);
}
const picture = (page, name) => (folder === undefined ? undefined : page.screenshot({ path: join(folder, `${name}.png`) }));
async function close(page) {
  assert.deepEqual(page.problems, []);
  await page.browserContext().close();
}

const tests = {
  async "the lecture's example is there, and keys step through it"() {
    const page = await open();
    await said(page, /lecture\/p4.*cycle 0 of 11/);
    for (let i = 0; i < 3; ++i) await page.keyboard.press("ArrowRight");
    await said(page, /cycle 3 of 11\nA: ID: 2 add [^.]* waits for \$t2 from instruction 1/);
    await page.keyboard.press("ArrowLeft");
    await said(page, /cycle 2 of 11/);
    await page.keyboard.press("End");
    await said(page, /cycle 11 of 11/);
    await picture(page, "table");
    await close(page);
  },
  async "a program is typed and runs"() {
    const page = await open();
    await page.keyboard.down("Control");
    await page.keyboard.press("n");
    await page.keyboard.up("Control");
    await until(page, "an empty program", (scene) => scene.a.text === "");
    await pause(300); // the text has the keyboard a frame later
    await page.keyboard.type("add $t0, $t1, $t2\nsub $t3, $t0, $t1\n", { delay: 15 });
    await until(page, "what was typed", (scene) => scene.a.text?.startsWith("add $t0, $t1, $t2\nsub $t3, $t0, $t1"));
    await picture(page, "editor");
    await close(page);
  },
  async "a click switches the language, which is remembered"() {
    const page = await open();
    await page.mouse.click(1166, 28);
    await said(page, /第 0 周期/);
    await picture(page, "chinese");
    await pause(2500); // settings are written every other second
    await page.reload();
    await ready(page);
    await said(page, /第 0 周期/);
    await close(page);
  },
  async "text of the clipboard is pasted, and dead keys and input methods write"() {
    const page = await open();
    await page.keyboard.down("Control");
    await page.keyboard.press("n");
    await page.keyboard.up("Control");
    await until(page, "an empty program", (scene) => scene.a.text === "");
    await pause(300); // the text has the keyboard a frame later
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.setData("text/plain", "add $t0, $t1, $t2\n");
      document.getElementById("field").dispatchEvent(new ClipboardEvent("paste", { clipboardData: data }));
    });
    await until(page, "what was pasted", (scene) => scene.a.text === "add $t0, $t1, $t2\n");
    const session = await page.createCDPSession();
    await page.keyboard.type("# ");
    await session.send("Input.imeSetComposition", { text: "zhou", selectionStart: 4, selectionEnd: 4 });
    await session.send("Input.insertText", { text: "周期" });
    await until(page, "what an input method wrote", (scene) => scene.a.text === "add $t0, $t1, $t2\n# 周期");
    await close(page);
  },
  async "an executable file is opened and runs"() {
    const page = await open();
    const input = await page.$("#file");
    await input.uploadFile(join(root, "programs/kernels/bin/rv32imac-htif/sieve.elf"));
    await said(page, /sieve\.elf.* of [1-9]/); // while it is simulated, it has no end to go to
    await page.keyboard.press("Escape"); // run B stays what it is
    await pause(300);
    await page.keyboard.press("End");
    await said(page, /cycle ([0-9]+) of \1\b/);
    assert.ok((await state(page)).files.includes("/files/sieve.elf"));
    await close(page);
  },
  async "a machine file that is no TOML is a message"() {
    const page = await open();
    const name = join(tmpdir(), `stallscope-bad-${process.pid}.toml`);
    writeFileSync(name, 'name = "x"\n[pipeline\nstages = [[[\n');
    await (await page.$("#file")).uploadFile(name);
    await pause(1500);
    rmSync(name);
    assert.equal(await page.evaluate(() => document.documentElement.dataset.state), "ready");
    await page.keyboard.press("ArrowRight");
    await said(page, /cycle 1/);
    await close(page);
  },
  async "a long run shows how far it is, and keys are answered meanwhile"() {
    const page = await open();
    const before = await state(page);
    before.scene.a = { program: "long", text: "li $t0, 30000000\nloop: addi $t0, $t0, -1\nbne $t0, $zero, loop\n", isa: "mips", machine: "mips-5", settings: [] };
    delete before.scene.b;
    await page.evaluate((hash) => (location.hash = hash), await linkOf(page, JSON.stringify(before.scene)));
    const frames = () => page.evaluate(() => Number(document.documentElement.dataset.frames));
    await pause(500);
    const first = await frames();
    await pause(1000);
    assert.ok((await frames()) > first + 5, "the picture moves while it is simulated");
    await picture(page, "long-run");
    await close(page);
  },
  async "a link opens for somebody else"() {
    const page = await open();
    const { scene } = await state(page);
    scene.a = { program: "mine", text: "add $t0, $t1, $t2\n", isa: scene.a.isa ?? "mips", machine: "mips-5", settings: [] };
    delete scene.b;
    scene.cycle = 2;
    const link = await linkOf(page, JSON.stringify(scene));
    const other = await open(`#${link}`);
    await said(other, /mine on mips-5, cycle 2/);
    assert.equal((await state(other)).scene.a.text, scene.a.text);
    await close(page);
    await close(other);
  },
  async "malformed links get a message and the first page"() {
    const page = await open();
    const good = await linkOf(page, JSON.stringify((await state(page)).scene));
    const bad = ["2.abc", "1.", "1.%%%", "1.AAAA", good.slice(0, -6), `${good.slice(0, 20)}x${good.slice(21)}`, "1." + "A".repeat(20_000),
      await linkOf(page, "{}"), await linkOf(page, '{"version":1}'), await linkOf(page, '{"version":1,"a":{"program":"/home/x","machine":"mips-5"}}'),
      await linkOf(page, '{"version":1,"a":{"program":"x","text":"add","machine":"../../etc/passwd"}}'),
      await linkOf(page, JSON.stringify({ version: 1, a: { program: "x", machine: "mips-5", text: "#".repeat(300_000) } })),
      await linkOf(page, '{"version":1,"a":{"program":"x","text":"j x","machine":"mips-5","settings":"' + "[".repeat(5000) + '"}}')];
    let random = 12345; // fixed seed
    for (let i = 0; i < 40; ++i) {
      random = (random * 1103515245 + 12345) % 2147483648;
      const at = 2 + (random % (good.length - 2));
      bad.push(good.slice(0, at) + "AZaz09-_"[random % 8] + good.slice(at + 1));
    }
    for (const link of bad) {
      await page.evaluate((hash) => (location.hash = hash), link);
      await pause(30);
    }
    await pause(300);
    assert.equal(await page.evaluate(() => document.documentElement.dataset.state), "ready");
    assert.ok((await state(page)).scene !== null);
    await close(page);
  },
  async "a phone: touch goes on by a cycle and to another panel"() {
    const page = await open("", { width: 390, height: 844, deviceScaleFactor: 2, hasTouch: true, isMobile: true });
    await said(page, /cycle 0 of 11/);
    await picture(page, "phone");
    await page.touchscreen.tap(200, 821);
    await said(page, /cycle 1 of 11/);
    await page.touchscreen.tap(259, 821);
    await said(page, /cycle 11 of 11/);
    await page.touchscreen.tap(30, 118); // the pipeline diagram
    await until(page, "the diagram", (scene) => scene.panels.join() === "diagram");
    await close(page);
  },
  async "a program that has stopped is said so, and starts again"() {
    const page = await open();
    await page.workers()[0].evaluate(() => setTimeout(() => { throw new Error("unreachable"); }));
    await page.waitForFunction(() => document.documentElement.dataset.state === "failed", { timeout: 10_000 });
    await page.click("#again");
    await ready(page);
    await said(page, /cycle 0 of 11/);
    await page.keyboard.press("ArrowRight");
    await said(page, /cycle 1 of 11/);
    page.problems.length = 0; // what was thrown
    await close(page);
  },
  async "a program that does not answer is said so, and starts again or goes on"() {
    const page = await open();
    const compute = (seconds) =>
      page.workers()[0].evaluate((time) => setTimeout(() => { for (const end = performance.now() + time; performance.now() < end;); }), seconds * 1000);
    const shown = () => page.waitForFunction(() => document.documentElement.dataset.state === "hangs" && !document.getElementById("problem").hidden, { timeout: 20_000 });
    await compute(16);
    await shown();
    await page.waitForFunction(() => document.documentElement.dataset.state === "ready" && document.getElementById("problem").hidden, { timeout: 20_000 });
    await page.keyboard.press("ArrowRight");
    await said(page, /cycle 1 of 11/);
    await compute(600);
    await shown();
    await page.click("#again");
    await ready(page);
    await said(page, /cycle 0 of 11/);
    await close(page);
  },
  async "the page works without a network once it was there"() {
    const page = await open();
    await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === "activated", { timeout: 30_000 });
    await page.setOfflineMode(true);
    await page.reload();
    await ready(page);
    await said(page, /cycle 0 of 11/);
    const scene = { version: 1, a: { program: "1f1b", subject: "plan", machine: "lecture-4", settings: [] }, cycle: 0, panels: [] };
    await page.evaluate((hash) => (location.hash = hash), await linkOf(page, JSON.stringify(scene)));
    await said(page, /1f1b .* of [1-9]/); // what is fetched when it is used is there, too
    await close(page);
  },
  async "lessons and documentation are read without script, and a view comes alive with it"() {
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    page.problems = [];
    page.on("console", (message) => {
      if (/Content Security Policy|Refused to/.test(message.text())) page.problems.push(message.text());
    });
    await page.setViewport({ width: 1280, height: 900 });
    await page.setJavaScriptEnabled(false);
    await page.goto(`${address}learn/zh/3_dependences.html`);
    assert.match(await page.$eval("main", (main) => main.textContent), /写后读[^]*6! \/ \(3! × 2!\) = 60/);
    assert.ok(await page.$eval("figure img", (image) => image.complete && image.naturalWidth > 300));
    await page.setJavaScriptEnabled(true);
    await page.goto(`${address}learn/en/textbook/daxpy.html`);
    await picture(page, "live-page");
    const frame = await page.waitForFrame((each) => each.url().includes("?embedded"), { timeout: 30_000 });
    await frame.waitForFunction(() => /textbook\/daxpy.*mips-5-fp/.test(document.getElementById("live")?.textContent ?? ""), { timeout: 60_000 });
    await pause(500);
    await picture(page, "live-page-alive");
    await close(page);
  },
  async "the documentation is searched, also without a network"() {
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    page.problems = [];
    await page.goto(`${address}docs/index.html`);
    await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === "activated", { timeout: 60_000 });
    await page.setOfflineMode(true);
    await page.goto(`${address}learn/en/index.html`);
    await page.keyboard.press("/");
    await page.keyboard.type("dependence graph");
    await page.waitForSelector("#search li a", { timeout: 10_000 });
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => /dependence graph/i.test(document.querySelector("main")?.textContent ?? ""), { timeout: 10_000 });
    await page.goto(`${address}learn/zh/index.html`);
    await page.keyboard.press("/");
    await page.keyboard.type("依赖图");
    await page.waitForFunction(() => [...document.querySelectorAll("#search li a")].some((link) => /learn\/zh/.test(link.href)), { timeout: 10_000 });
    await page.$eval("#search input", (field) => { field.value = "zzzzqqqq"; field.dispatchEvent(new Event("input")); });
    await page.waitForFunction(() => document.querySelector("#search li")?.textContent === "没有找到", { timeout: 10_000 });
    await close(page);
  },
  async "the picture is that of the native window"() {
    const native = join(root, "build/release/bin/stallscope-gui");
    if (!existsSync(native)) {
      console.log(`  not compared: no ${native}`);
      return;
    }
    const page = await open();
    for (let i = 0; i < 5; ++i) await page.keyboard.press("ArrowRight");
    await said(page, /cycle 5 of 11/);
    await pause(500);
    const shown = await page.screenshot({ encoding: "base64" });
    const name = join(tmpdir(), `stallscope-native-${process.pid}.png`);
    execFileSync(native, ["lecture/p4", "--against", "lecture/p4_swapped", "--cycle", "5", "--size", "1280x720", "--screenshot", name]);
    const expected = readFileSync(name).toString("base64");
    if (folder !== undefined) writeFileSync(join(folder, "native.png"), readFileSync(name));
    rmSync(name);
    const blank = await page.browserContext().newPage(); // the site's policy has no pictures in addresses
    const other = await blank.evaluate(async (one, two) => {
      const pixels = async (picture) => {
        const image = new Image();
        image.src = `data:image/png;base64,${picture}`;
        await image.decode();
        const canvas = new OffscreenCanvas(image.width, image.height);
        const context = canvas.getContext("2d");
        context.drawImage(image, 0, 0);
        return context.getImageData(0, 0, image.width, image.height).data;
      };
      const [a, b] = [await pixels(one), await pixels(two)];
      if (a.length !== b.length) return 1;
      let different = 0;
      for (let i = 0; i < a.length; i += 4)
        if (Math.max(Math.abs(a[i] - b[i]), Math.abs(a[i + 1] - b[i + 1]), Math.abs(a[i + 2] - b[i + 2])) > 48) ++different;
      return different / (a.length / 4);
    }, shown, expected);
    console.log(`  ${(other * 100).toFixed(2)} % of the pixels differ by more than 48 of 255`);
    assert.ok(other < 0.02, "at most 2 %: edges of letters, and what only one of the two has");
    await close(page);
  },
  async "what the first table needs is small, and the rest of the program comes when it is used"() {
    requests.length = 0;
    const page = await open("?embedded"); // without the service worker, which fetches all
    await said(page, /cycle 0 of 11/);
    for (let i = 0; i < 3; ++i) await page.keyboard.press("ArrowRight");
    await said(page, /cycle 3 of 11/);
    await page.waitForNetworkIdle({ idleTime: 500 });
    const fetched = [...new Set(requests)].map((path) => (path === "/" ? "index.html" : path.slice(1)));
    const bytes = fetched.reduce((sum, name) => sum + sent(site, name), 0);
    console.log(`  ${bytes} bytes for the first table and what is fetched behind it`);
    assert.ok(fetched.includes("stallscope.wasm") && bytes <= limit, `${bytes} bytes: ${fetched.join(" ")}`);
    const rest = () => requests.filter((path) => path === "/stallscope-rest.wasm").length;
    assert.equal(rest(), 0);
    for (const [subject, program] of [["plan", "1f1b"], ["graph", "mlp"], [undefined, "x86/gcd"]]) {
      const scene = { version: 1, a: { program, subject, machine: "mips-5", settings: [] }, cycle: 0, panels: [] };
      await page.evaluate((hash) => (location.hash = hash), await linkOf(page, JSON.stringify(scene)));
      await until(page, program, (now) => now.a.program === program);
      await said(page, new RegExp(`${program} .* of [1-9]`));
      assert.equal(await page.evaluate(() => document.documentElement.dataset.state), "ready");
    }
    assert.equal(rest(), 1);
    const forms = () => requests.some((path) => path.includes("CJKtc"));
    assert.ok(!forms(), "the font of traditional Chinese is fetched with its language");
    const scene = { version: 1, a: { program: "textbook/sum", machine: "mips-5", settings: [] }, cycle: 0, panels: [], language: "zh-Hant" };
    await page.evaluate((hash) => (location.hash = hash), await linkOf(page, JSON.stringify(scene)));
    await said(page, /第 0 週期/);
    await picture(page, "traditional");
    assert.ok(forms());
    await close(page);
  },
  async "ten views in another page cost one download of the program"() {
    const name = join(site, "embed-test.html");
    writeFileSync(name, `<!doctype html><html lang="en"><title>x</title><script src="embed.js" defer></script>${
      Array.from({ length: 10 }, (_, i) => `<stallscope-view program="textbook/sum" machine="ooo-4" cycle="${i + 1}" height="300">text</stallscope-view>`).join("")}`);
    requests.length = 0;
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    await page.setViewport({ width: 1000, height: 900 });
    await page.goto(`${address}embed-test.html`);
    await pause(6000);
    const shown = page.frames().length - 1;
    assert.ok(shown >= 2 && shown < 10, `${shown} views are shown before one scrolls`);
    assert.equal(requests.filter((path) => path === "/stallscope.wasm").length, 1);
    assert.equal(await page.evaluate(() => document.querySelectorAll("stallscope-view").length), 10);
    await picture(page, "embedded");
    await context.close();
  },
};

/** As the page makes links; in the page, which has the streams for it. */
function linkOf(page, text) {
  return page.evaluate(async (scene) => {
    const packed = await new Response(new Blob([scene]).stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer();
    let letters = "";
    for (const byte of new Uint8Array(packed)) letters += String.fromCharCode(byte);
    return "1." + btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  }, text);
}

let failed = 0;
const only = process.env.ONLY;
for (const [name, test] of Object.entries(tests)) {
  if (only !== undefined && !name.includes(only)) continue;
  if (firefox && chromiumOnly.has(name)) {
    console.log(`skipped ${name}: Firefox cannot be asked for ${chromiumOnly.get(name)}`);
    continue;
  }
  const begun = performance.now();
  try {
    await test();
    console.log(`ok ${name} (${((performance.now() - begun) / 1000).toFixed(1)} s)`);
  } catch (problem) {
    ++failed;
    console.log(`FAILED ${name}: ${problem.message}`);
  }
}
await browser.close();
server.close();
process.exitCode = failed === 0 ? 0 : 1;
