/** `npm run bench`: the service's speed and size on this machine, as one table with its JSON beside it. */
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { join, relative } from "node:path";
import { longestStall } from "./bench/engine";
import { figure, table } from "./bench/figure";
import { installMiB } from "./bench/footprint";
import { coldStart, feedToSubscriber, reading, tickOverhead } from "./bench/service";
import { projectRoot } from "./start/root";
import { toolOptions } from "./tool";

toolOptions("npm run bench", {});

const figures = [
  await coldStart(),
  ...(await reading()),
  await tickOverhead(),
  await feedToSubscriber(),
  await longestStall(),
  figure("install size, production", "MiB", [installMiB(projectRoot)]),
];
const machine = {
  node: process.version,
  platform: `${process.platform} ${process.arch}`,
  cpu: cpus()[0]?.model ?? "unknown",
  cores: cpus().length,
  memoryGiB: Math.round(totalmem() / 1024 ** 3),
};
const results = join(projectRoot, ".host", "bench.json");
mkdirSync(join(projectRoot, ".host"), { recursive: true });
writeFileSync(results, `${JSON.stringify({ at: new Date().toISOString(), machine, figures }, null, 2)}\n`);

console.log(`${machine.cpu}, ${machine.cores} cores, Node ${machine.node}, ${machine.platform}\n`);
console.log(table(figures));
console.log(`\nThe same as JSON: ${relative(process.cwd(), results)}`);
