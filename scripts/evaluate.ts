/**
 * Measures the pure parts of memory on the open benchmark's data, without a service:
 * `node scripts/run.mjs scripts/evaluate.ts --data DIR [--set NAME,…]`. The data is for evaluation only and stays where it is.
 */
import { parseArgs } from "node:util";
import { BenchData } from "./evaluate/data";
import { figureTable } from "./evaluate/figures";
import { importanceFigures, sentimentFigures } from "./evaluate/judgements";
import { duplicateFigures, similarityFigures } from "./evaluate/pairs";
import { linkFigures } from "./evaluate/relations";
import { retrievalFigures } from "./evaluate/retrieval";
import { clusterFigures } from "./evaluate/themes";

const EVALUATIONS = {
  retrieval: retrievalFigures,
  similarity: similarityFigures,
  duplicates: duplicateFigures,
  sentiment: sentimentFigures,
  importance: importanceFigures,
  clusters: clusterFigures,
  links: linkFigures,
};

const { values } = parseArgs({ options: { data: { type: "string" }, set: { type: "string" } } });
const wanted = values.set?.split(",") ?? Object.keys(EVALUATIONS);
const unknown = wanted.filter((name) => !(name in EVALUATIONS));
if (values.data === undefined || unknown.length > 0) {
  console.error(`usage: evaluate.ts --data DIR [--set ${Object.keys(EVALUATIONS).join(",")}]`);
  process.exit(2);
}
const data = new BenchData(values.data);
const chosen = Object.entries(EVALUATIONS).filter(([name]) => wanted.includes(name));
console.log(figureTable(chosen.flatMap(([, evaluate]) => evaluate(data))));
