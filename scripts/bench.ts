/** `npm run bench`: measures the service's speed and size on this machine; prints a table and writes JSON. */
import { longestStall } from "./bench/engine";
import { figure, table } from "./bench/figure";
import { installMiB } from "./bench/footprint";
import { keep } from "./bench/kept";
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
const { machine, path } = keep("bench.json", figures);

console.log(`${machine}\n`);
console.log(table(figures));
console.log(`\nJSON: ${path}`);
