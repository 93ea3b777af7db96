/** `npm run crash -- --kills 500 --seed 7`: kills the host as often as requested, and reports the findings. */
import { toolOptions, wholeOption } from "../../../../scripts/tool";
import { runCrashTest, type Crash } from "./crashTest";

const USAGE = "npm run crash -- [--kills N] [--seed N] [--check-every N]";
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
const { crashes, findings, observations } = await runCrashTest({
  kills,
  seed,
  checkEvery,
  onCrash: printCrash,
});
const answered = [...observations.history.writes.values()].filter(({ answer }) => answer !== null).length;
console.log(
  `${crashes.length} crashes in ${Math.round((performance.now() - startedAt) / 1000)} s; ` +
    `${answered} of ${observations.history.writes.size} writes answered, ${observations.history.orders.size} jobs ordered`,
);
for (const finding of findings) console.log(finding);
console.log(findings.length === 0 ? "No data lost or duplicated." : `${findings.length} findings.`);
process.exitCode = findings.length === 0 ? 0 : 1;

function printCrash({ run, point, changesSchema, hasListened, answers, findings }: Crash): void {
  const when = hasListened ? `after ${answers} answers` : "while it started";
  const where = Object.values(point).join(" ");
  console.log(
    `${run}: ${where}, ${when}${changesSchema ? ", with another schema" : ""}: ${findings.length} findings`,
  );
}
