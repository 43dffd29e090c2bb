// The headless program, native or as WebAssembly under node's WASI, run for the figures of pages.
import { execFileSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = join(dirname(fileURLToPath(import.meta.url)), "../../..");

/** A function that runs `program` with arguments and returns its standard output. Throws an error with its messages if the exit code is not 0. */
export function runner(program) {
  const command = program.endsWith(".wasm") ? ["node", "--no-warnings", join(root, "tests/web/run.mjs"), program] : [program];
  return (args) => {
    try {
      return execFileSync(command[0], [...command.slice(1), ...args], {
        cwd: root, encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "pipe"],
      });
    } catch (problem) {
      throw new Error(`stallscope ${args.join(" ")}: ${problem.stderr || problem.message}`);
    }
  };
}

/** The words of a command line, as a shell would split it: separated by blanks, except within single quotes. */
export function wordsOf(line) {
  return [...line.matchAll(/(?:[^\s']|'[^']*')+/g)].map(([word]) => word.replaceAll("'", ""));
}
