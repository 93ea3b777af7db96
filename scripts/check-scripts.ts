/**
 * `npm run check:scripts`: runs each script of package.json briefly, one more at once than there are cores since they also wait,
 * and prints the output of those that fail. A script that it does not know fails it, too.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import * as z from "zod";
import { findChromium } from "../test/browser/chromium";
import { projectRoot } from "./start/root";
import { toolOptions } from "./tool";

toolOptions("npm run check:scripts", {});
/** The longest takes a minute on a quiet machine. */
const MAX_RUN_MS = 600_000;
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(projectRoot, "package.json"), "utf8")));

// toolOptions removes it at the end.
const folder = mkdtempSync(join(tmpdir(), "anima-scripts-"));
const [data, copy, shots] = ["data", "copy", "shots"].map((name) => join(folder, name)) as [
  string,
  string,
  string,
];
const file = join(folder, "agent.backup");

interface Step {
  readonly script: string;
  readonly args?: readonly string[];
  readonly dataDir?: string;
  /** Serves until it is told to stop. */
  readonly serves?: true;
}

/** The longest first. The steps of a job follow one another. */
const JOBS: readonly (readonly Step[])[] = [
  [{ script: "bench", args: ["--rounds", "1"] }],
  ...(findChromium() === null ? [] : [[{ script: "screenshots", args: [shots] }]]),
  [{ script: "replay", args: ["--runs", "1", "--small"] }],
  [{ script: "bench:answers" }],
  [{ script: "bench:erase", args: ["--memories", "100"] }],
  [{ script: "crash", args: ["--kills", "1"] }],
  [{ script: "conflicts", args: ["--memories", "20", "--stores", "5"] }],
  [{ script: "week", args: ["--days", "1", "--until", "08:00"] }],
  [
    { script: "start", serves: true, dataDir: data },
    { script: "backup", args: [file], dataDir: data },
    { script: "restore", args: [file], dataDir: copy },
    { script: "verify", dataDir: copy },
    { script: "dev", serves: true, dataDir: copy },
  ],
  [{ script: "bench:memory", args: ["--memories", "50", "--requests", "2"] }],
  [{ script: "bench:host", args: ["--sizes", "1000", "--only", "start"] }],
  [{ script: "load", args: ["--seconds", "1"] }],
  [{ script: "fuzz", args: ["--requests", "100"] }],
  [{ script: "bench:transfer", args: ["--memories", "50"] }],
  [{ script: "simulate" }],
  [{ script: "bench:languages" }],
  [{ script: "bench:vectors", args: ["--vectors", "500", "--dimensions", "64", "--rounds", "2"] }],
];

/** Scripts that run elsewhere in CI: those of checks, and those that a check runs without writing. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  ...["check", "check:static", "check:types", "check:lint", "check:format", "check:codegen", "check:bundle"],
  ...["check:openapi", "check:client", "check:dashboard", "check:scripts"],
  // The work of replay, in full.
  "check:limits",
  // Of .ci/run, and of the test of the package.
  ...["check:image", "prepack"],
  ...["codegen", "openapi", "client", "build:dashboard", "format"],
  // All tests, and a part of them.
  ...["test", "test:large", "test:quick"],
  ...(findChromium() === null ? ["screenshots"] : []),
]);

const known = new Set([...ELSEWHERE, ...JOBS.flat().map(({ script }) => script)]);
const unknown = Object.keys(scripts).filter((name) => !known.has(name));
const gone = [...known].filter((name) => scripts[name] === undefined);
if (unknown.length > 0 || gone.length > 0) {
  console.error(
    `scripts/check-scripts.ts must know each script of package.json: ${[...unknown, ...gone].join(", ")}`,
  );
  process.exit(1);
}

const left = [...JOBS];
await Promise.all(
  Array.from({ length: availableParallelism() + 1 }, async () => {
    for (let job = left.shift(); job !== undefined; job = left.shift())
      for (const step of job) if (!(await passes(step))) break;
  }),
);

async function passes({ script, args = [], dataDir = join(folder, "none"), serves }: Step): Promise<boolean> {
  const [program, ...words] = (scripts[script] ?? "").split(" ");
  if (program !== "node") throw new Error(`${script} is not run by node`);
  mkdirSync(dataDir, { recursive: true });
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...words, ...args], {
    cwd: projectRoot,
    env: { ...process.env, DATA_DIR: dataDir, ENV_FILE: join(folder, ".env"), PORT: "0" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      // A second signal would end it at once.
      if (serves && !child.killed && /http:\/\/127\.0\.0\.1:\d+/.test(output)) child.kill("SIGTERM");
    });
  const code = await ended(child);
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  console.log(
    `${code === 0 ? "passed" : "FAILED"}  ${seconds.padStart(5)} s  npm run ${[script, ...args].join(" ")}`,
  );
  if (code === 0) return true;
  console.log(output);
  process.exitCode = 1;
  return false;
}

/** The exit code; null where it had to be killed. */
async function ended(child: ChildProcess): Promise<number | null> {
  const closed = once(child, "close").then(([code]) => (typeof code === "number" ? code : null));
  const cancel = new AbortController();
  const late = delay(MAX_RUN_MS, null, { signal: cancel.signal }).then(
    () => void child.kill("SIGKILL"),
    () => undefined,
  );
  const code = await closed;
  cancel.abort();
  await late;
  return code;
}
