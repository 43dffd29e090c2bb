// node compress.mjs FOLDER: beside every file of a site that brotli makes smaller, the same with ".br" at its end, for servers that send
// files compressed before (serve.mjs, nginx's brotli_static, Caddy's precompressed).
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

const fewest = 1024; // bytes; smaller files are one packet in any case
const already = /\.(png|gif|br)$/;

const folder = process.argv[2];
for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || already.test(entry.name)) continue;
  const name = join(entry.parentPath ?? entry.path, entry.name);
  const bytes = readFileSync(name);
  if (bytes.length < fewest) continue;
  // The best quality takes a second for a megabyte: for what every visitor loads before anything is seen.
  const quality = /\.(wasm|js|[ot]tf)$/.test(entry.name) ? 11 : 7;
  const packed = brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
  if (packed.length < bytes.length) writeFileSync(`${name}.br`, packed);
}
