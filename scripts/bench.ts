/** `npm run bench`: measures the service's speed and size on this machine; prints a table and writes JSON. */
import { longestStall } from "./bench/engine";
import { figure, table } from "./bench/figure";
import { installMiB } from "./bench/footprint";
import { keep } from "./bench/kept";
import { coldStart, feedToSubscriber, reading, tickOverhead } from "./bench/service";
import { projectRoot } from "./start/root";
import { toolOptions, wholeOption } from "./tool";

const USAGE = "npm run bench -- [--rounds 5]";
const values = toolOptions(USAGE, { rounds: { type: "string", default: "5" } });
const rounds = wholeOption(USAGE, "rounds", values.rounds);

const figures = [
  await coldStart(rounds),
  ...(await reading(rounds)),
  await tickOverhead(rounds),
  await feedToSubscriber(rounds),
  await longestStall(rounds),
  figure("install size, dependencies", "MiB", [installMiB(projectRoot)]),
];
const { machine, path } = keep("bench.json", figures);

console.log(`${machine}\n`);
console.log(table(figures));
console.log(`\nJSON: ${path}`);
