/** `npm run plug -- --kills 500 --seed 7`: pulls the plug as often as asked, and says what it found. */
import { toolOptions, wholeOption } from "../../scripts/tool";
import { pullThePlug, type Death } from "./crashTest";

const USAGE = "npm run plug -- [--kills N] [--seed N] [--check-every N]";
const values = toolOptions(USAGE, {
  kills: { type: "string", default: "50" },
  seed: { type: "string", default: String(1 + (Date.now() % 1_000_000)) },
  "check-every": { type: "string", default: "1" },
});
const kills = wholeOption(USAGE, "kills", values.kills);
const seed = wholeOption(USAGE, "seed", values.seed);
const checkEvery = wholeOption(USAGE, "check-every", values["check-every"]);

console.log(`${kills} kills, seed ${seed}`);
const startedAt = performance.now();
const { deaths, findings, evidence } = await pullThePlug({ kills, seed, checkEvery, onDeath: tell });
const answered = [...evidence.ledger.writes.values()].filter(({ answer }) => answer !== null).length;
console.log(
  `${deaths.length} deaths in ${Math.round((performance.now() - startedAt) / 1000)} s; ` +
    `${answered} of ${evidence.ledger.writes.size} writes answered, ${evidence.ledger.orders.size} jobs ordered`,
);
for (const finding of findings) console.log(finding);
console.log(findings.length === 0 ? "Nothing lost, nothing doubled." : `${findings.length} findings.`);
process.exitCode = findings.length === 0 ? 0 : 1;

function tell({ life, point, changesSchema, hasListened, answers, findings }: Death): void {
  const when = hasListened ? `after ${answers} answers` : "while it started";
  const where = Object.values(point).join(" ");
  console.log(
    `${life}: ${where}, ${when}${changesSchema ? ", with another schema" : ""}: ${findings.length} findings`,
  );
}
