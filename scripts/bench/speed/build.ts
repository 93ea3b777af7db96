/** The versions of the service that a comparison runs: this checkout as it stands, and a commit in a folder of its own. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { projectRoot } from "../../start/root";

export interface Build {
  readonly name: string;
  readonly root: string;
}

const HOST = "convex-on-sqlite";

const packages = z.object({
  dependencies: z.record(z.string(), z.string()).default({}),
  devDependencies: z.record(z.string(), z.string()).default({}),
});
const installed = z.object({ version: z.string() });

/** This checkout, named by its commit. */
export function thisCheckout(): Build {
  const changed = git("status", "--porcelain", "--untracked-files=no") !== "";
  return {
    name: `${git("rev-parse", "--short", "HEAD")}${changed ? " with changes" : ""}`,
    root: projectRoot,
  };
}

/** The files of a commit, unpacked once in `.host`. */
export function checkoutOf(commit: string): Build {
  const name = git("rev-parse", "--short", "--verify", `${commit}^{commit}`);
  const root = join(projectRoot, ".host", "bench", name);
  if (existsSync(root)) return { name, root };
  const draft = `${root}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  const files = execFileSync("git", ["archive", name], { cwd: projectRoot, maxBuffer: 2 ** 30 });
  execFileSync("tar", ["-x"], { cwd: draft, input: files });
  if (hasSamePackages(draft)) linkPackages(draft);
  else execFileSync("npm", ["ci", "--ignore-scripts"], { cwd: draft, stdio: ["ignore", 2, 2] });
  renameSync(draft, root);
  return { name, root };
}

/** Links this checkout's packages, but for the host, of which each commit has its own. */
function linkPackages(root: string): void {
  const [from, to] = [projectRoot, root].map((folder) => join(folder, "node_modules")) as [string, string];
  mkdirSync(to);
  for (const name of readdirSync(from)) if (name !== HOST) symlinkSync(join(from, name), join(to, name));
  // Relative, because the folder is renamed.
  if (existsSync(join(root, "packages", HOST))) symlinkSync(join("..", "packages", HOST), join(to, HOST));
}

/** Whether this checkout has the packages that a commit names, in the same versions. */
function hasSamePackages(root: string): boolean {
  const named = packages.parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8")));
  return Object.entries({ ...named.dependencies, ...named.devDependencies }).every(([name, version]) => {
    const file = join(projectRoot, "node_modules", name, "package.json");
    // An alias, such as `npm:typescript@7.0.2`, names its version at the end.
    const wanted = version.slice(version.lastIndexOf("@") + 1);
    return existsSync(file) && installed.parse(JSON.parse(readFileSync(file, "utf8"))).version === wanted;
  });
}

function git(...args: string[]): string {
  return execFileSync("git", args, { cwd: projectRoot, encoding: "utf8" }).trim();
}
