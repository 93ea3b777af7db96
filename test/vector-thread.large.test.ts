/** When the vector search thread runs: it costs memory, so a service without vectors does not start it. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { createLogger } from "convex-on-sqlite/process";
import { startHost } from "convex-on-sqlite";
import { vectorThread } from "convex-on-sqlite/testing";
import { atTheEnd } from "./support/cleanUp";
import { modelServer } from "./support/model";
import type { ModelServer } from "./support/model-server";
import { appWithVectors, keylessApp, TOKEN } from "./support/realApp";
import { send, type Answer } from "./support/request";

/** Kills a process that does not end by itself. */
const TIMEOUT_MS = 20_000;

let provider: ModelServer;
beforeAll(async () => {
  provider = await modelServer();
});
// An earlier test may have started it.
beforeEach(() => vectorThread.terminate());

/** Starts the real app, without rate limits, on a new database. */
async function start(app: typeof keylessApp | ReturnType<typeof appWithVectors>) {
  const folder = mkdtempSync(join(tmpdir(), "anima-vector-thread-"));
  atTheEnd(() => Promise.resolve(rmSync(folder, { recursive: true, force: true })));
  const host = await startHost({
    ...app,
    dataDir: folder,
    hostname: "127.0.0.1",
    port: 0,
    log: createLogger({ json: true, level: "error", write: (line) => process.stderr.write(line) }),
    synchronous: "NORMAL",
  });
  const ask = async (method: string, path: string, body?: object): Promise<Answer> => {
    const answer = await send(method, `${host.url}${path}`, body, { token: TOKEN });
    expect(answer.status).toBe(200);
    return answer;
  };
  return { ask, stop: () => host.stop(5_000) };
}

type Service = Awaited<ReturnType<typeof start>>;

/** Calls every route that may search by vector. */
async function useEverySearch({ ask }: Service): Promise<void> {
  const memory = { type: "semantic", content: "The ferry to the island sails at nine." };
  await ask("POST", "/memories/store", memory);
  await ask("POST", "/memories/store-dedup", memory);
  await ask("POST", "/knowledge", { title: "Timetable", content: "On Sundays the ferry sails at ten." });
  await ask("POST", "/feed", { type: "news", content: "The ferry to the island is late." });
  await ask("GET", "/memories/search?q=ferry");
  await ask("GET", "/knowledge?query=ferry");
  await ask("POST", "/tick");
  await ask("POST", "/memories/consolidate");
  await ask("POST", "/memories/reflect");
}

test("a service without an embedding provider never starts the thread", async () => {
  const service = await start(keylessApp);
  try {
    await useEverySearch(service);
    expect(vectorThread.isRunning).toBe(false);
  } finally {
    await service.stop();
  }
  expect(vectorThread.isRunning).toBe(false);
});

test("a service with an embedding provider starts the thread", async () => {
  const service = await start(appWithVectors(provider.baseUrl));
  try {
    await useEverySearch(service);
    expect(vectorThread.isRunning).toBe(true);
  } finally {
    await service.stop();
  }
});

test("a process stays alive until its requests and the end of the thread have completed", async () => {
  const args = ["scripts/run.mjs", "test/support/ask-vectors-main.ts"];
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: TIMEOUT_MS });
  expect(stdout).toBe("answered\nterminated\n");
});
