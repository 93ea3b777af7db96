/** Prints the outcome of a function of a real build, without vitest's transformations: `errorStack.ts FUNCTIONS_DIR OUT_DIR FUNCTION`. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadApp } from "../../src/code/loader";
import { createEngine } from "../../src/engine/engine";
import { internalCall } from "../../src/engine/internalCall";
import { createLogger } from "../../src/log";

const [functionsDir = "", outDir = "", name = ""] = process.argv.slice(2);
const app = await loadApp({ functionsDir, outDir, env: {} });
const dataDir = mkdtempSync(join(tmpdir(), "error-stack-"));
const log = createLogger({ json: true, write: () => undefined });
const engine = await createEngine({ app, dataDir, log, synchronous: "NORMAL" });
const outcome = await engine.action({ componentPath: "", name }, {}, internalCall("abc"));
await engine.close();
rmSync(dataDir, { recursive: true });
process.stdout.write(
  JSON.stringify([outcome.ok ? JSON.parse(outcome.value) : outcome.error.message, ...outcome.logLines]),
);
