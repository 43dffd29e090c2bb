// node serve.mjs FOLDER [PORT]: serves a folder on the local interface, with the HTTP headers
// recommended for the page: a content security policy that forbids scripts of other origins, and
// cross-origin isolation. Prints the address.
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { Readable } from "node:stream";
import { pathToFileURL } from "node:url";

const types = {
  ".css": "text/css", ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".json": "application/json",
  ".otf": "font/otf", ".png": "image/png", ".svg": "image/svg+xml", ".ttf": "font/ttf", ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};
const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; object-src 'none'; base-uri 'none'";

/** Simulates a line of `rate` bytes per second shared by all responses: a chunk of `stream` is delivered when its last byte has been sent. */
function line(rate) {
  let free = 0; // time in ms at which the simulated line has sent all data
  return async function* (stream) {
    for await (const chunk of stream)
      for (let at = 0; at < chunk.length; at += 4096) {
        const piece = chunk.subarray(at, at + 4096);
        free = Math.max(free, performance.now()) + (piece.length / rate) * 1000;
        await new Promise((resolve) => setTimeout(resolve, free - performance.now()));
        yield piece;
      }
  };
}

/** A server for `folder`; `onRequest`, if given, is called with the path and status of every answer; `rate`, if given, limits the bytes per second. */
export function serve(folder, port, onRequest = () => {}, rate = undefined) {
  const through = rate === undefined ? undefined : line(rate);
  const server = createServer((request, answer) => {
    const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    let file = join(folder, normalize(path).replace(/^(\.\.[/\\])+/, ""));
    if (existsSync(file) && statSync(file).isDirectory()) file = join(file, "index.html");
    if (!existsSync(file)) {
      onRequest(path, 404);
      answer.writeHead(404).end();
      return;
    }
    const packed = /\bbr\b/.test(request.headers["accept-encoding"] ?? "") && existsSync(`${file}.br`);
    const sent = packed ? `${file}.br` : file; // compressed by compress.mjs
    const { size, mtimeMs } = statSync(sent);
    const tag = `"${size}-${mtimeMs}"`; // a browser that has this version gets no second copy
    const status = request.headers["if-none-match"] === tag ? 304 : 200;
    onRequest(path, status);
    answer.writeHead(status, {
      ETag: tag,
      "Content-Type": types[extname(file)] ?? "application/octet-stream",
      ...(status === 200 ? { "Content-Length": size } : {}),
      ...(packed ? { "Content-Encoding": "br" } : {}),
      Vary: "Accept-Encoding",
      "Content-Security-Policy": policy,
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "no-cache",
    });
    if (status === 304) {
      answer.end();
      return;
    }
    const bytes = createReadStream(sent);
    (through === undefined ? bytes : Readable.from(through(bytes))).pipe(answer);
  });
  return new Promise((resolve, reject) => {
    server.on("error", reject);
    server.listen(port, "127.0.0.1", () => resolve(server));
  });
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const server = await serve(process.argv[2], Number(process.argv[3] ?? 8000)).catch(() => serve(process.argv[2], 0));
  console.log(`http://localhost:${server.address().port}/  (Ctrl-C ends it)`);
}
