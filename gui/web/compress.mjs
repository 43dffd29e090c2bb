// node compress.mjs FOLDER: writes for every file of a site that brotli makes smaller the
// compressed file with the suffix ".br", for servers that send precompressed files (serve.mjs,
// nginx's brotli_static, Caddy's precompressed).
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

const fewest = 1024; // bytes; smaller files fit into one packet anyway
const already = /\.(png|gif|br)$/;

const folder = process.argv[2];
for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || already.test(entry.name)) continue;
  const name = join(entry.parentPath ?? entry.path, entry.name);
  const bytes = readFileSync(name);
  if (bytes.length < fewest) continue;
  // The best quality takes about a second per megabyte: for files that every visitor loads before
  // the first picture.
  const quality = /\.(wasm|js|[ot]tf)$/.test(entry.name) ? 11 : 7;
  const packed = brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
  if (packed.length < bytes.length) writeFileSync(`${name}.br`, packed);
}
