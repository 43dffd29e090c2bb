// node run.mjs PROGRAM.wasm ARGS...: runs the program under node's WASI, with the host's files and standard streams.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { WASI } from "node:wasi";

/** Runs a compiled program in the folder `folder`; `stdout` and `stderr` are open files. Returns its exit code. */
export function run(module, args, folder = process.cwd(), stdout = 1, stderr = 2) {
  const wasi = new WASI({
    version: "preview1",
    args: ["stallscope", ...args],
    env: { ...process.env, PWD: folder },
    preopens: { "/": "/", ".": folder },
    returnOnExit: true,
    stdout, stderr,
  });
  const imports = wasi.getImportObject();
  // Node 20 lets go of the object behind these functions while one of them runs, when V8 has compiled the call of it
  // directly; called from a function it is held.
  for (const [name, call] of Object.entries(imports.wasi_snapshot_preview1))
    imports.wasi_snapshot_preview1[name] = (...values) => call(...values);
  return wasi.start(new WebAssembly.Instance(module, imports));
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [, , program, ...args] = process.argv;
  process.exitCode = run(new WebAssembly.Module(readFileSync(program)), args);
}
