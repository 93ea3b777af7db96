/**
 * Packages as npm has them, in a folder of their own: they are what tests are about, not what this project needs, so neither package.json
 * nor the lock file names them.
 */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

/** Errors of npm where there is no way to the registry. */
const OUT_OF_REACH = /E(?:NOTFOUND|AI_AGAIN|CONNREFUSED|CONNRESET|TIMEDOUT|HOSTUNREACH|NETUNREACH)|network/;

/**
 * A folder with the packages; `null` if the registry is out of reach. What they share with this project, such as convex itself, they
 * find in its node_modules.
 */
export async function installedPackages(packages: readonly string[]): Promise<string | null> {
  const cache = join(process.cwd(), "node_modules", ".cache", "packages");
  const folder = join(cache, createHash("sha256").update(packages.join("\n")).digest("hex").slice(0, 16));
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
    await promisify(execFile)("npm", ["install", ...options, ...packages], {
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
