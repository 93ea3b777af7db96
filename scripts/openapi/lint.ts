/** The linter of OpenAPI documents, with the rules of redocly.yaml. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { projectRoot } from "../start/root";

// A machine that does nothing else takes a second.
const PATIENCE_MS = 120_000;

/** What the linter finds wrong with openapi.json; null where it finds nothing. */
export function faultsOfCopy(): Promise<string | null> {
  const cli = join(projectRoot, "node_modules/@redocly/cli/bin/cli.js");
  const options = {
    cwd: projectRoot,
    timeout: PATIENCE_MS,
    // It neither reports on its users nor asks the registry for a newer one.
    env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [cli, "lint", "openapi.json"], options, (failure, stdout, stderr) =>
      resolve(failure === null ? null : `${stdout}${stderr}\n${failure.message}`),
    );
  });
}
