/**
 * The embedded host's own figures, beside convex-test's where that can do the same:
 * `npm run bench:host -- [--sizes 1000,10000,100000] [--only start,calls,search,http,live]`.
 */
import { atSize, GROUPS, type Group } from "./at-size";
import { comparisonTable, type Compared } from "./comparison";
import { keep } from "../../../scripts/bench/kept";
import { refuse, toolOptions } from "../../../scripts/tool";

/** convex-test holds all data in memory and scans all of it in each query, so larger sizes take too long. */
const MAX_CONVEX_TEST_DOCUMENTS = 10_000;

const USAGE = `npm run bench:host -- [--sizes 1000,…] [--only ${GROUPS.join(",")}]; sizes are 1,000 or more`;
const values = toolOptions(USAGE, { sizes: { type: "string" }, only: { type: "string" } });
const sizes = (values.sizes ?? "1000,10000,100000").split(",").map(Number);
const wanted = values.only?.split(",") ?? GROUPS;
const only = new Set(GROUPS.filter((group) => wanted.includes(group)));
const isGroup = (name: string): boolean => GROUPS.some((group: Group) => group === name);
if (!sizes.every((size) => Number.isInteger(size) && size >= 1_000) || !wanted.every(isGroup)) {
  refuse(USAGE, "invalid size or group");
}

const startedAt = performance.now();
const figures: Compared[] = [];
for (const documents of sizes) {
  const withConvexTest = documents <= MAX_CONVEX_TEST_DOCUMENTS;
  const progress = (what: string): void => {
    process.stderr.write(`${documents.toLocaleString("en")} documents: ${what}\n`);
  };
  figures.push(...(await atSize({ documents, withConvexTest, only, progress })));
}
const { machine, path } = keep("bench-host.json", figures);

console.log(`${machine}\n`);
console.log(comparisonTable(figures));
console.log(`
Medians over the rounds of one run; each column has that many documents, notes and vectors. "times" is the factor by
which the host is better than convex-test, which has no network, no subscribers and no disk, and is measured up to
${MAX_CONVEX_TEST_DOCUMENTS.toLocaleString("en")} documents. Took ${((performance.now() - startedAt) / 1000).toFixed(0)} s. Minimum and maximum of each figure as JSON: ${path}`);
