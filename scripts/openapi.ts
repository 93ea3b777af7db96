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
import { VERSION } from "../convex/vitals/vitals";
import { lintErrors } from "./openapi/lint";
import { recordExamples } from "./openapi/record";
import { formatted } from "./openapi/formatted";
import { projectRoot } from "./start/root";

const DOCUMENT_FILE = join(projectRoot, "openapi.json");
const EXAMPLES_FILE = join(projectRoot, "convex/api/openapi/examples.json");

const options = process.argv.slice(2);
const [option] = options;
if (options.length > 1 || (option !== undefined && option !== "--check" && option !== "--examples")) {
  console.error("usage: node scripts/run.mjs scripts/openapi.ts [--check | --examples]");
  process.exit(2);
}
if (option === "--check") {
  const faults = (await isCurrent())
    ? await lintErrors()
    : "openapi.json is stale. Run: node scripts/run.mjs scripts/openapi.ts";
  console.log(faults ?? "openapi.json is up to date and has no linter errors.");
  if (faults !== null) process.exitCode = 1;
} else {
  const examples = option === "--examples" ? await recordExamples(routes) : EXAMPLES;
  if (option === "--examples") writeFileSync(EXAMPLES_FILE, await formatted(examples, EXAMPLES_FILE));
  writeFileSync(DOCUMENT_FILE, await generate(examples));
  console.log("Wrote openapi.json.");
}

function generate(examples: Examples): Promise<string> {
  return formatted(documentOf(routes, VERSION, examples), DOCUMENT_FILE);
}

async function isCurrent(): Promise<boolean> {
  return readFileSync(DOCUMENT_FILE, "utf8") === (await generate(EXAMPLES));
}
