/**
 * Convex's components as npm has them, in a folder of their own: they are what the tests are about, not what this project needs, so
 * neither package.json nor the lock file names them.
 */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const PACKAGES = [
  "@convex-dev/action-cache@0.3.1",
  "@convex-dev/action-retrier@0.3.1",
  "@convex-dev/aggregate@0.3.1",
  "@convex-dev/crons@0.2.2",
  "@convex-dev/migrations@0.3.6",
  "@convex-dev/presence@0.4.0",
  "@convex-dev/rate-limiter@0.4.0",
  "@convex-dev/sharded-counter@0.2.1",
  "@convex-dev/workflow@0.4.8",
  "@convex-dev/workpool@0.4.16",
];

/** Errors of npm where there is no way to the registry. */
const OUT_OF_REACH = /E(?:NOTFOUND|AI_AGAIN|CONNREFUSED|CONNRESET|TIMEDOUT|HOSTUNREACH|NETUNREACH)|network/;

/**
 * A folder with the packages; `null` if the registry is out of reach. What they share with this project, such as convex itself, they
 * find in its node_modules.
 */
export async function installedComponents(): Promise<string | null> {
  const cache = join(process.cwd(), "node_modules", ".cache", "components");
  const folder = join(cache, createHash("sha256").update(PACKAGES.join("\n")).digest("hex").slice(0, 16));
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  const made = mkdtempSync(join(cache, "new-"));
  try {
    writeFileSync(join(made, "package.json"), `{"private":true,"type":"module"}`);
    const options = [
      "--legacy-peer-deps",
      "--ignore-scripts",
      "--no-audit",
      "--no-fund",
      "--no-package-lock",
    ];
    await promisify(execFile)("npm", ["install", ...options, ...PACKAGES], {
      cwd: made,
    });
    renameSync(made, folder);
    return folder;
  } catch (thrown) {
    if (OUT_OF_REACH.test(String(thrown))) return null;
    throw thrown;
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}
