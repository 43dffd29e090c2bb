// node run.mjs PROGRAM.wasm ARGS...: runs the program under node's WASI, with the host's files and standard streams.
import { readFileSync } from "node:fs";
import { WASI } from "node:wasi";

const [, , program, ...args] = process.argv;
const wasi = new WASI({
  version: "preview1",
  args: ["stallscope", ...args],
  env: { ...process.env, PWD: process.cwd() },
  preopens: { "/": "/", ".": process.cwd() },
  returnOnExit: true,
});
const imports = wasi.getImportObject();
// Node 20 lets go of the object behind these functions while one of them runs, when V8 has compiled the call of it
// directly; called from a function it is held.
for (const [name, call] of Object.entries(imports.wasi_snapshot_preview1))
  imports.wasi_snapshot_preview1[name] = (...values) => call(...values);
const module = new WebAssembly.Module(readFileSync(program));
const instance = new WebAssembly.Instance(module, imports);
process.exitCode = wasi.start(instance);
