/** A scheduled mutation runs exactly once although the host is killed repeatedly. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { temporaryFolder } from "../../test/testApp";
import { DATABASE_FILE } from "../engine/engine";
import { Sqlite } from "../store/sqlite";

const root = resolve(import.meta.dirname, "../../../..");
const KILLS = 4;

let directory: ReturnType<typeof temporaryFolder>;

beforeEach(() => {
  directory = temporaryFolder();
});

afterEach(() => {
  directory.remove();
});

/** Runs the host until it has reported some commits, then kills it. */
async function runUntilKilled(commits: number): Promise<void> {
  const child = spawn(
    process.execPath,
    ["scripts/run.mjs", "packages/convex-on-sqlite/test/children/jobLoop.ts", directory.path],
    {
      cwd: root,
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const exited = once(child, "exit");
  let seen = 0;
  child.stdout.on("data", (chunk: Buffer) => {
    seen += chunk.toString().split("\n").length - 1;
    if (seen >= commits) child.kill("SIGKILL");
  });
  await exited;
  expect(seen).toBeGreaterThanOrEqual(commits);
}

function stepsOf(db: Sqlite): number[] {
  const documents = db
    .rows("SELECT json FROM documents ORDER BY seq")
    .map(([json]) => JSON.parse(String(json)) as unknown);
  return documents.flatMap((document) =>
    typeof document === "object" && document !== null && "n" in document ? [Number(document.n)] : [],
  );
}

it("neither loses nor repeats a step of a chain of jobs", async () => {
  for (let kill = 0; kill < KILLS; kill++) await runUntilKilled(5 + 7 * kill);
  const db = Sqlite.open(join(directory.path, DATABASE_FILE), { readOnly: true });
  try {
    const steps = stepsOf(db);
    expect(steps.length).toBeGreaterThan(5 * KILLS);
    expect(steps).toEqual(steps.map((_, i) => i));
    expect(db.row("SELECT count(*) FROM jobs WHERE state = 'pending'")?.[0]).toBe(1);
  } finally {
    db.close();
  }
});
