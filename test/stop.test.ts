/** Every shutdown is clean and prompt, and completes the requests in progress. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, renameSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { projectRoot } from "../scripts/start/root";
import { Attempts, stop } from "./support/attempts";
import { modelServer } from "./support/model";
import { send } from "./support/request";
import { startService } from "./support/service";
import { until } from "./support/until";

let attempts: Attempts;

beforeEach(() => {
  attempts = new Attempts();
});

afterEach(() => attempts.dispose());

/** `npm start` itself, as a process group of its own. */
function spawnNpmStart(): { npm: ChildProcess; output: () => string; closed: Promise<unknown> } {
  const npm = spawn("npm", ["start"], {
    cwd: projectRoot,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...attempts.env },
  });
  let output = "";
  for (const stream of [npm.stdout, npm.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  return { npm, output: () => output, closed: once(npm, "close") };
}

describe("a shutdown", () => {
  test("by Ctrl-C in the terminal of `npm start` is clean", async () => {
    // A terminal sends the signal to npm and all its child processes.
    const { npm, output, closed } = spawnNpmStart();
    try {
      await until("the address", () => output().includes("listens on"));
      process.kill(-(npm.pid ?? Number.NaN), "SIGINT");
      // npm itself ends by the signal, so the service's output shows how it ended.
      await closed;
      expect(output()).toContain('"message":"stopped"');
    } finally {
      npm.kill("SIGKILL");
    }
  });

  test.each(["SIGTERM", "SIGKILL"] as const)(
    "comes with that of npm by %s, which npm's shell tells nobody of",
    async (signal) => {
      const { npm, output, closed } = spawnNpmStart();
      const group = -(npm.pid ?? Number.NaN);
      try {
        const url = await until("the address", () => /listens on (http:\S+)\n/.exec(output())?.[1] ?? null);
        npm.kill(signal);
        // Any process that keeps npm's output open still runs.
        await closed;
        expect(output()).toContain('"message":"stopped"');
        // The port and the data directory are free.
        await expect(send("GET", `${url}/state`, undefined)).rejects.toThrow("ECONNREFUSED");
        expect(existsSync(join(attempts.dataDir, "host.lock"))).toBe(false);
      } finally {
        if (isAlive(group)) process.kill(group, "SIGKILL");
      }
    },
  );

  // Tests below use SIGTERM.
  test.each(["SIGINT", "SIGHUP"] as const)(
    "by %s is clean, and the log is one JSON object a line where nobody watches",
    async (signal) => {
      const attempt = attempts.start();
      await attempt.listening;
      expect(await stop(attempt, signal)).toBe(0);
      const lines = attempt.stdout().trimEnd().split("\n");
      for (const line of lines) {
        expect(JSON.parse(line)).toMatchObject({ level: expect.any(String), message: expect.any(String) });
      }
    },
  );

  test("does not follow if the reader of its log ends", async () => {
    const attempt = attempts.start();
    const url = await attempt.listening;
    attempt.child.stdout?.destroy();
    // The first unread line is that of a request.
    for (let count = 0; count < 3; count += 1) {
      expect((await send("GET", `${url}/state`, undefined)).status).toBe(200);
    }
    expect(await stop(attempt)).toBe(0);
    expect(attempt.stderr()).toMatch(
      /^The log can't be written \(.*\); the service continues without it\.\n$/m,
    );
  });

  test("follows with an error code if the data directory is replaced", async () => {
    const attempt = attempts.start();
    await attempt.listening;
    renameSync(attempts.dataDir, `${attempts.dataDir}.aside`);
    const second = attempts.start();
    expect(await attempt.exit).toEqual({ code: 1, signal: null });
    expect(attempt.stdout()).toMatch(
      /"path":"[^"]*convex\.sqlite3".*deleted or replaced while the service ran/,
    );
    // The new folder belongs to the second service and stays unchanged.
    await second.listening;
    expect(existsSync(join(attempts.dataDir, "host.lock"))).toBe(true);
  });

  test("lets a running tick finish and responds to it", async () => {
    const { model, service, tick } = await serviceDuringTick();
    const stopped = service.stop();
    await until("the stop to begin", () => service.output().includes("stopping"));
    await model.release();
    expect((await tick)?.status).toBe(200);
    expect((await stopped).code).toBe(0);
  });

  test("waits a few seconds for an autonomous tick and says so", async () => {
    const model = await modelServer();
    await model.hold();
    const env = { LLM_API_KEY: "any", LLM_BASE_URL: model.baseUrl };
    const service = await startService({ env });
    await service.post("/wake", { note: "Up!", triggerTick: true }, { token: service.tokens.write });
    await model.seen(1);
    const toldAt = performance.now();
    expect((await service.stop()).code).toBe(0);
    expect(performance.now() - toldAt).toBeLessThan(6_000);
    expect(service.output()).toMatch(/"jobs":"[^"]*tick\/run:complete[^"]*"[^\n]*"stopping"/);
  });

  test("is immediate with a second signal", async () => {
    const { service, tick } = await serviceDuringTick();
    const stopped = service.stop("SIGINT");
    await until("the stop to begin", () => service.output().includes("stopping"));
    await service.stop("SIGINT");
    expect((await stopped).code).toBe(130);
    expect(await tick).toBeNull();
  });

  test("ends within ten seconds even if a request does not", async () => {
    const { service, tick } = await serviceDuringTick();
    const toldAt = performance.now();
    const { code } = await service.stop();
    expect(performance.now() - toldAt).toBeLessThan(10_000);
    expect(code).toBe(0);
    expect(await tick).toBeNull();
  });
});

/** A service whose tick waits for its model; the tick is null if its response never comes. */
async function serviceDuringTick() {
  const model = await modelServer();
  const service = await startService({ env: { LLM_API_KEY: "any", LLM_BASE_URL: model.baseUrl } });
  await model.set([{ kind: "fills", value: { basedOn: [] } }]);
  await model.hold();
  const tick = service.post("/tick", undefined, { token: service.tokens.tick }).catch(() => null);
  await model.seen(1);
  return { model, service, tick };
}

/** Whether a process, or any process of a group, exists. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
