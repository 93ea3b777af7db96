/** What deploy/ and Docker's files set is what the service reads. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isKnown } from "../scripts/start/config";
import { projectRoot } from "../scripts/start/root";

const textOf = (path: string): string => readFileSync(join(projectRoot, path), "utf8");
/** Read by Node and the shell. */
const NOT_OURS = new Set(["NODE_ENV", "PATH"]);

test.each([
  ["compose.yaml", /^ {6}([A-Z_]+):/gm],
  ["Dockerfile", /(?:^ENV | )([A-Z_]+)=/gm],
  ["deploy/anima.service", /(?:^Environment=| )([A-Z_]+)=/gm],
  ["deploy/nginx.conf", /\b([A-Z]+_[A-Z]+)=/g],
  ["deploy/Caddyfile", /\b([A-Z]+_[A-Z]+)=/g],
])("%s sets variables that the service knows", (path, pattern) => {
  const names = [...textOf(path).matchAll(pattern)].map(([, name = ""]) => name);
  expect(names).not.toEqual([]);
  expect(names.filter((name) => !isKnown(name) && !NOT_OURS.has(name))).toEqual([]);
});

const hasSystemd = spawnSync("systemd-analyze", ["--version"], { stdio: "ignore" }).status === 0;

test.skipIf(!hasSystemd)("systemd accepts the unit", () => {
  const folder = mkdtempSync(join(tmpdir(), "anima-unit-"));
  try {
    const file = join(folder, "anima.service");
    // The program must exist, and is not installed here.
    writeFileSync(file, textOf("deploy/anima.service").replace("/opt/anima/bin/anima", process.execPath));
    const { status, stderr } = spawnSync("systemd-analyze", ["verify", file], { encoding: "utf8" });
    // It only warns of settings that it doesn't know.
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.not.stringContaining("anima.service") });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
