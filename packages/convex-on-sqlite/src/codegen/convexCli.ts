/** Runs the Convex CLI on a copy of the project, so that it never changes the original. */
import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";

// Read by the CLI and its bundler. They find packages in parent folders of the copy.
const PROJECT_FILES = ["package.json", "tsconfig.json", "convex.json"];

const NEVER_IMPORTED = new Set(["convex", "dist", "node_modules"]);

/**
 * Copies the CLI's inputs into a folder inside the project, calls `body` with it, and removes it.
 * @param options.generated whether to copy `_generated` folders
 * @param options.folders those besides convex/ that its modules import. Default: all that are neither hidden nor made by tools
 */
export async function withProjectCopy<T>(
  root: string,
  options: { readonly generated: boolean; readonly folders?: readonly string[] | undefined },
  body: (copy: string) => Promise<T>,
): Promise<T> {
  const parent = join(root, ".host");
  mkdirSync(parent, { recursive: true });
  const copy = mkdtempSync(join(realpathSync(parent), "cli-"));
  try {
    for (const name of PROJECT_FILES)
      if (existsSync(join(root, name))) cpSync(join(root, name), join(copy, name));
    const filter = (path: string): boolean => options.generated || basename(path) !== "_generated";
    cpSync(join(root, "convex"), join(copy, "convex"), { recursive: true, filter });
    for (const folder of options.folders ?? foldersOf(root))
      if (existsSync(join(root, folder))) cpSync(join(root, folder), join(copy, folder), { recursive: true });
    return await body(copy);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function foldersOf(root: string): string[] {
  return readdirSync(root, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() && !entry.name.startsWith(".") && !NEVER_IMPORTED.has(entry.name) ? [entry.name] : [],
  );
}

/** The exit code of a run of the CLI (null after a signal) and its output. */
export interface CliResult {
  readonly code: number | null;
  readonly output: string;
}

/** The environment of a CLI that knows this deployment only. */
export function cliEnvironment(deployment: {
  readonly url: string;
  readonly adminKey: string;
}): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    CONVEX_SELF_HOSTED_URL: deployment.url,
    CONVEX_SELF_HOSTED_ADMIN_KEY: deployment.adminKey,
    // Outside CI the CLI reports failures to its vendor, which fails offline.
    CI: "1",
  };
  for (const name of ["CONVEX_DEPLOYMENT", "CONVEX_DEPLOY_KEY", "CONVEX_URL", "VERCEL"]) delete env[name];
  return env;
}

/**
 * Runs `convex <args>` in `cwd` against the deployment at `url`, without any login or other deployment.
 */
export function runConvex(
  cwd: string,
  args: readonly string[],
  deployment: { readonly url: string; readonly adminKey: string },
): Promise<CliResult> {
  const manifest = createRequire(import.meta.url).resolve("convex/package.json");
  const env = cliEnvironment(deployment);
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(dirname(manifest), "bin/main.js"), ...args], {
      cwd,
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (output += text));
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, output: output.trim() }));
  });
}
