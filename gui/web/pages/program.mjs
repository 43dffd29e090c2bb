// The headless program, native or as WebAssembly under node's WASI, run for the figures of pages.
import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { run } from "../../../tests/web/run.mjs";

export const root = join(dirname(fileURLToPath(import.meta.url)), "../../..");

/** A function that runs `program` with arguments and returns its standard output. Throws an error with its messages if the exit code is
 * not 0. WebAssembly runs in this process, where it is compiled once. */
export function runner(program) {
  const call = program.endsWith(".wasm") ? inThisProcess(new WebAssembly.Module(readFileSync(program))) : inAnother(program);
  return (args) => {
    const { output, problem } = call(args);
    if (problem !== undefined) throw new Error(`stallscope ${args.join(" ")}: ${problem}`);
    return output;
  };
}

function inThisProcess(module) {
  const folder = mkdtempSync(join(tmpdir(), "stallscope-pages-"));
  process.on("exit", () => rmSync(folder, { recursive: true }));
  const names = ["out", "err"].map((name) => join(folder, name));
  return (args) => {
    const files = names.map((name) => openSync(name, "w"));
    const code = run(module, args, root, ...files);
    files.forEach(closeSync);
    const [output, messages] = names.map((name) => readFileSync(name, "utf8"));
    return code === 0 ? { output } : { problem: messages || `exit code ${code}` };
  };
}

function inAnother(program) {
  return (args) => {
    try {
      return { output: execFileSync(program, args, { cwd: root, encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "pipe"] }) };
    } catch (problem) {
      return { problem: problem.stderr || problem.message };
    }
  };
}

/** The words of a command line, as a shell would split it: separated by blanks, except within single quotes. */
export function wordsOf(line) {
  return [...line.matchAll(/(?:[^\s']|'[^']*')+/g)].map(([word]) => word.replaceAll("'", ""));
}
