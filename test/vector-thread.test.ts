/** The threads that search vectors cost memory and cores: who has no vectors does without. On a host in this process. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { startHost } from "../host/host";
import { createLogger } from "../host/log";
import { atTheEnd } from "./support/cleanUp";
import { modelServer } from "./support/model";
import type { ModelServer } from "./support/model-server";
import { appWithVectors, keylessApp, TOKEN } from "./support/realApp";
import { send, type Answer } from "./support/request";
import { vectorThreads } from "../scripts/start/vectorThreads";

/** A process that does not end by itself is ended then. */
const PATIENCE_MS = 20_000;

let provider: ModelServer;
beforeAll(async () => {
  provider = await modelServer();
});
// Other tests of this process may have needed it.
beforeEach(() => Promise.all(vectorThreads.map((thread) => thread.end())));

function running(): number {
  return vectorThreads.filter(({ isRunning }) => isRunning).length;
}

/** The real app, without rate limits, on a database of its own. */
async function start(app: typeof keylessApp | ReturnType<typeof appWithVectors>) {
  const folder = mkdtempSync(join(tmpdir(), "anima-vector-thread-"));
  atTheEnd(() => Promise.resolve(rmSync(folder, { recursive: true, force: true })));
  const host = await startHost({
    vectorThreads,
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

/** Everything that looks for what is near to something. */
async function livesThrough({ ask }: Service): Promise<void> {
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

test("a service without vectors never starts the threads of vector search", async () => {
  const service = await start(keylessApp);
  try {
    await livesThrough(service);
    expect(running()).toBe(0);
  } finally {
    await service.stop();
  }
  expect(running()).toBe(0);
});

test("one that searches by meaning does", async () => {
  const service = await start(appWithVectors(provider.baseUrl));
  try {
    await livesThrough(service);
    expect(running()).toBe(vectorThreads.length);
  } finally {
    await service.stop();
  }
});

test("a process waits for the thread while it has something to answer, and ends when it has nothing more", async () => {
  const arguments_ = ["scripts/run.mjs", "test/support/ask-vectors-main.ts"];
  const { stdout } = await promisify(execFile)(process.execPath, arguments_, { timeout: PATIENCE_MS });
  expect(stdout).toBe("answered\n");
});
