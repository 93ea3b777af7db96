/** What `npm pack` makes starts in another folder, with the production dependencies alone. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { projectRoot } from "../scripts/start/root";
import { send } from "./support/request";
import { attemptStart } from "./support/running-service";

const folder = mkdtempSync(join(tmpdir(), "anima-package-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(command: string, ...args: string[]): string {
  const stdio = ["ignore", "pipe", "ignore"] as const;
  return execFileSync(command, args, { cwd: projectRoot, encoding: "utf8", stdio: [...stdio] }).trim();
}

/** The names of the packages that a user gets with this one. */
function productionPackages(): string[] {
  const inside = join(projectRoot, "node_modules/");
  const paths = run("npm", "ls", "--omit=dev", "--all", "--parseable").split("\n");
  const names = paths.filter((path) => path.startsWith(inside)).map((path) => path.slice(inside.length));
  return names.filter((name) => !name.includes("/node_modules/"));
}

test("the package starts, shows the console and answers", async () => {
  const tarball = run("npm", "pack", "--pack-destination", folder);
  run("tar", "--extract", "--directory", folder, "--file", join(folder, tarball));
  const root = join(folder, "package");
  const packages = productionPackages();
  expect(packages).toContain("convex");
  expect(packages).not.toContain("vitest");
  for (const name of packages) {
    const link = join(root, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(projectRoot, "node_modules", name), link);
  }
  const env = { ENV_FILE: join(folder, ".env"), DATA_DIR: join(folder, "data"), PORT: "0" };
  const attempt = attemptStart(env, folder, [join(root, "bin/anima.mjs"), "start"]);
  try {
    const url = await attempt.listening;
    expect((await send("GET", `${url}/state`, undefined)).status).toBe(200);
    expect((await send("GET", `${url}/`, undefined)).text).toContain("/console/index-");
  } finally {
    attempt.child.kill("SIGTERM");
    await attempt.exit;
  }
});
