/**
 * `npm run bench`: measures the service's speed and size on this machine; prints a table and writes JSON. With `--against COMMIT` it
 * measures that commit and this checkout in turns, and writes their ratios to `bench/results`.
 */
import { figure, table } from "./bench/figure";
import { installMiB } from "./bench/footprint";
import { keep, machineLine } from "./bench/kept";
import { coldStart, feedToSubscriber, reading, tickOverhead } from "./bench/service";
import { checkoutOf, thisCheckout } from "./bench/speed/build";
import { compare, comparison, type Compared } from "./bench/speed/compare";
import { keepCompared } from "./bench/speed/results";
import { ROWS } from "./bench/speed/rows";
import { projectRoot } from "./start/root";
import { refuse, toolOptions, wholeOption } from "./tool";

const USAGE = `npm run bench -- [--rounds 5] [--against COMMIT [--only ${Object.keys(ROWS).join(",")}] [--memories 10000]]`;
const values = toolOptions(USAGE, {
  rounds: { type: "string", default: "5" },
  against: { type: "string" },
  only: { type: "string", default: Object.keys(ROWS).join(",") },
  memories: { type: "string", default: "10000" },
});
const rounds = wholeOption(USAGE, "rounds", values.rounds);
const memories = wholeOption(USAGE, "memories", values.memories);

if (values.against === undefined) await measure();
else await measureAgainst(values.against);

async function measure(): Promise<void> {
  const figures = [
    await coldStart(rounds),
    ...(await reading(rounds)),
    await tickOverhead(rounds),
    await feedToSubscriber(rounds),
    figure("install size, dependencies", "MiB", [installMiB(projectRoot)]),
  ];
  const { machine, path } = keep("bench.json", figures);

  console.log(`${machine}\n`);
  console.log(table(figures));
  console.log(`\nJSON: ${path}`);
}

async function measureAgainst(commit: string): Promise<void> {
  const names = values.only.split(",");
  const chosen = names.map(
    (name) => [name, ROWS[name] ?? refuse(USAGE, `--only has no row "${name}"`)] as const,
  );
  const builds = [checkoutOf(commit), thisCheckout()] as const;
  const compared: Compared[] = [];
  let path = "";
  for (const [name, row] of chosen) {
    const result = await compare(row, builds, { rounds, memories });
    compared.push(result);
    path = keepCompared(builds, name, result);
    process.stderr.write(`${comparison([result], builds)}\n`);
  }
  console.log(`${machineLine()}\n\n${comparison(compared, builds)}\n\nJSON: ${path}`);
}
