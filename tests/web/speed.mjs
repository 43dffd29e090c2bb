// node speed.mjs NATIVE WASM: seconds of simulation natively and under node, and how much of the native speed that is, for six kernels
// on two cores. The wasm's time has the engine's own compilation in it. Runs alternate, and the best of three counts.
import { execFileSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const [, , native, wasm] = process.argv;
const kernels = ["crc32", "sieve", "matrix_int", "json", "lists", "nqueens"];
const instructions = { "ooo-4": 3_000_000, "mips-5": 30_000_000 };

function seconds(command, args) {
  const text = execFileSync(command, args, { cwd: join(here, "../.."), maxBuffer: 1 << 28 }).toString();
  return Number(/"host_seconds": ([0-9.e+-]+)/.exec(text)[1]);
}

for (const [machine, limit] of Object.entries(instructions))
  for (const kernel of kernels) {
    const args = ["run", `programs/kernels/bin/rv32imac-htif/${kernel}.elf`, "-m", machine, "--limit-instructions", String(limit), "--format", "json", "--quiet"];
    let own = Infinity;
    let web = Infinity;
    for (let i = 0; i < 3; ++i) {
      own = Math.min(own, seconds(native, args));
      web = Math.min(web, seconds("node", ["--no-warnings", join(here, "run.mjs"), wasm, ...args]));
    }
    console.log(`${machine.padEnd(8)}${kernel.padEnd(12)}${own.toFixed(3).padStart(8)} s${web.toFixed(3).padStart(8)} s  ${(own / web).toFixed(2)} of native`);
  }
