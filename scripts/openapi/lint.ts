/** The linter of OpenAPI documents, with the rules of redocly.yaml. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { projectRoot } from "../start/root";

// Takes a second on an idle machine.
const TIMEOUT_MS = 120_000;

/** The linter's errors in openapi.json; null if there are none. */
export function lintErrors(): Promise<string | null> {
  const cli = join(projectRoot, "node_modules/@redocly/cli/bin/cli.js");
  const options = {
    cwd: projectRoot,
    timeout: TIMEOUT_MS,
    // Without telemetry and the check for updates.
    env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [cli, "lint", "openapi.json"], options, (failure, stdout, stderr) =>
      resolve(failure === null ? null : `${stdout}${stderr}\n${failure.message}`),
    );
  });
}
