/** Writes the figures of a run as JSON, with a description of the machine. */
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { join, relative } from "node:path";
import { projectRoot } from "../start/root";

interface Machine {
  readonly node: string;
  readonly platform: string;
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGiB: number;
}

function thisMachine(): Machine {
  return {
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    cpu: cpus()[0]?.model ?? "unknown",
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 1024 ** 3),
  };
}

/** In one line. */
export function machineLine({ cpu, cores, node, platform }: Machine = thisMachine()): string {
  return `${cpu}, ${cores} cores, Node ${node}, ${platform}`;
}

/** Writes the figures to `name` in `.host`. Returns a description of the machine and the path. */
export function keep(name: string, figures: readonly object[]): { machine: string; path: string } {
  const machine = thisMachine();
  const folder = join(projectRoot, ".host");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, name);
  writeFileSync(file, `${JSON.stringify({ at: new Date().toISOString(), machine, figures }, null, 2)}\n`);
  return {
    machine: machineLine(machine),
    path: relative(process.cwd(), file),
  };
}
