/** `npm run plug -- --kills 500 --seed 7`: pulls the plug as often as asked, and says what it found. */
import { parseArgs } from "node:util";
import { pullThePlug, type Death } from "./pulling";

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "50" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    "check-every": { type: "string", default: "1" },
  },
});
const [kills, seed, checkEvery] = [values.kills, values.seed, values["check-every"]].map((text) => {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1)
    throw new Error(`A whole number from 1 is needed, not "${text}".`);
  return number;
}) as [number, number, number];

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
