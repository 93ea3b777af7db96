/**
 * Writes openapi.json, the committed copy of the response to GET /openapi.json.
 * `--check` writes nothing, and fails if the copy is stale or has linter errors.
 * `--examples` first records the document's examples again, from services that it starts.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { EXAMPLES, type Examples } from "../convex/api/openapi/examples";
import { documentOf } from "../convex/api/openapi/document";
import { routes } from "../convex/http";
import { VERSION } from "../convex/agent/vitals";
import { faultsOfCopy } from "./openapi/lint";
import { recordExamples } from "./openapi/record";
import { formatted } from "./openapi/formatted";
import { projectRoot } from "./start/root";

const COPY = join(projectRoot, "openapi.json");
const RECORDED = join(projectRoot, "convex/api/openapi/examples.json");

const options = process.argv.slice(2);
const [option] = options;
if (options.length > 1 || (option !== undefined && option !== "--check" && option !== "--examples")) {
  console.error("usage: node scripts/run.mjs scripts/openapi.ts [--check | --examples]");
  process.exit(2);
}
if (option === "--check") {
  const faults = (await isCurrent())
    ? await faultsOfCopy()
    : "openapi.json is stale. Run: node scripts/run.mjs scripts/openapi.ts";
  console.log(faults ?? "openapi.json is up to date and has no linter errors.");
  if (faults !== null) process.exitCode = 1;
} else {
  const examples = option === "--examples" ? await recordExamples(routes) : EXAMPLES;
  if (option === "--examples") writeFileSync(RECORDED, await formatted(examples, RECORDED));
  writeFileSync(COPY, await copyOf(examples));
  console.log("Wrote openapi.json.");
}

function copyOf(examples: Examples): Promise<string> {
  return formatted(documentOf(routes, VERSION, examples), COPY);
}

async function isCurrent(): Promise<boolean> {
  return readFileSync(COPY, "utf8") === (await copyOf(EXAMPLES));
}
