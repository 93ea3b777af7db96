/** Taking an agent along with the command: from one real service to others, also through kill -9. */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { projectRoot } from "../scripts/start/root";
import { atTheEnd } from "./support/cleanUp";
import { startService, type Service } from "./support/service";
import { until } from "./support/until";

const TIMEOUT_MS = 240_000;
const MEMORIES = 600;
let from: Service;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "anima-transfer-"));
  atTheEnd(() => rm(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "none.env"), "");
  from = await startService();
  const subjects = ["ferry", "bread", "chess", "garden", "boiler"];
  const lines = Array.from({ length: MEMORIES }, (_, i) =>
    JSON.stringify({
      ...{ kind: "told", source: "test", export: 0, seq: i, id: `m${i}`, type: "semantic" },
      content: `Memory ${i} tells that the ${subjects[i % 5]} was seen on day ${i % 31} by person ${i % 7}.`,
      createdAt: Date.UTC(2026, 0, 1) + i * 60_000,
    }),
  );
  expect((await post(from, "/import", lines.join("\n"))).created).toBe(MEMORIES);
  await post(from, "/knowledge", {
    title: "Timetable",
    content: "The ferry leaves at nine.",
    tags: ["ferry"],
  });
  await post(from, "/feed", { type: "news", content: "The harbour was closed." });
  await post(from, "/tick", {});
  await post(from, "/memories/consolidate", {});
}, TIMEOUT_MS);

async function post(service: Service, path: string, body: object | string) {
  const response = await fetch(`${service.url}${path}`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${/^.(tick|import|memories.consolidate)/.test(path) ? service.tokens.tick : service.tokens.write}`,
      "Content-Type": typeof body === "string" ? "application/x-ndjson" : "application/json",
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  const answer = z.looseObject({ error: z.string().optional() }).parse(await response.json());
  expect([response.status, answer.error]).toEqual([200, undefined]);
  return answer;
}

function command(service: Service, ...words: string[]) {
  return spawn(process.execPath, [join(projectRoot, "bin/anima.mjs"), ...words, "--json"], {
    cwd: folder,
    env: {
      ...{ PATH: process.env.PATH ?? "", HOME: folder, ENV_FILE: join(folder, "none.env") },
      ...{ ANIMA_URL: service.url, ANIMA_TOKEN: service.tokens.tick, DATA_DIR: service.dataDir },
    },
  });
}

async function run(service: Service, ...words: string[]) {
  const { code, stdout, stderr } = await ended(service, ...words);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return stdout;
}

async function ended(service: Service, ...words: string[]) {
  const child = command(service, ...words);
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, stdout, stderr };
}

/** What a caller sees, without ids and what fades with time. */
async function seen(service: Service): Promise<unknown> {
  const paths = [
    "/memories?limit=100&offset=450",
    "/memories/core?limit=100",
    "/memories/stats",
    "/memories/graph?limit=300",
    "/memories/search?q=ferry%20on%20day%2012&threshold=0.2&limit=20",
    "/knowledge?query=ferry&threshold=0",
    "/logs",
    "/ticks",
    "/events",
    "/state",
    "/consciousness/stats",
  ];
  const answers = [];
  for (const path of paths) answers.push(JSON.parse((await service.get(path)).text));
  const text = JSON.stringify(answers, (name, value: unknown) => {
    if (
      name === "searchTime" ||
      name === "storageEstimate" ||
      name === "_id" ||
      /Ids?$/.test(name) ||
      name === "basedOn"
    )
      return undefined;
    if (typeof value === "number") return Math.round(value * 1e4) / 1e4;
    if (name === "memories" && Array.isArray(value) && typeof value[0] === "string") return value.length;
    if (name === "shown" || name === "used" || name === "eventId") return undefined;
    if (name === "links" || name === "coreMemories")
      return Array.isArray(value) ? value.map((one) => JSON.stringify(stripped(one))).sort() : value;
    return value;
  });
  return JSON.parse(text);
}

/** A link, or a theme, without ids. */
function stripped(value: unknown): unknown {
  const { _id, sourceId: _source, targetId: _target, memories, ...rest } = value as Record<string, unknown>;
  return { ...rest, memories: Array.isArray(memories) ? memories.length : undefined };
}

test("export and import carry an agent to another service, once", { timeout: TIMEOUT_MS }, async () => {
  const file = join(folder, "agent.ndjson");
  await run(from, "export", file);
  const whole = readFileSync(file, "utf8");
  const to = await startService();
  expect(JSON.parse(await run(to, "import", file, "--dry-run"))).toMatchObject({ erased: 0, skipped: 0 });
  expect(JSON.parse((await to.get("/memories")).text).total).toBe(0);
  const outcome = JSON.parse(await run(to, "import", file));
  expect(outcome).toMatchObject({ erased: 0, skipped: 0 });
  expect(await seen(to)).toEqual(await seen(from));
  expect(JSON.parse(await run(to, "import", file))).toMatchObject({ created: 0, replaced: 0 });

  // Cut off within its last page, the export goes on and ends as a whole.
  writeFileSync(file, whole.slice(0, Math.floor(whole.length * 0.9)));
  await run(from, "export", file);
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  expect(lines.at(-1)).toContain('{"kind":"end"');
  expect(new Set(lines.map((line) => JSON.parse(line).id)).size).toBe(
    new Set(
      whole
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line).id),
    ).size,
  );
  await run(from, "backup", join(folder, "agent.backup"));
  expect(readFileSync(join(folder, "agent.backup")).subarray(0, 15).toString()).toBe("SQLite format 3");
});

test(
  "a file of another program is stored once without ids, and refused by its line",
  { timeout: TIMEOUT_MS },
  async () => {
    const file = join(folder, "mem0.ndjson");
    // So many that a request does not take them all.
    const facts = Array.from({ length: 2_500 }, (_, i) => ({
      memory: `The barge ${i} has left.`,
      user_id: "ana",
    }));
    const write = (lines: readonly object[]) =>
      writeFileSync(file, `\n${lines.map((line) => JSON.stringify(line)).join("\n")}\n`);
    const few = facts.slice(0, 3);
    write(few);
    expect(JSON.parse(await run(from, "import", file))).toMatchObject({ created: few.length, unchanged: 0 });
    expect(JSON.parse(await run(from, "import", file))).toMatchObject({ created: 0, unchanged: few.length });

    const refused = async () => {
      const { code, stderr } = await ended(from, "import", file, "--dry-run");
      expect(code).toBe(2);
      return stderr;
    };
    write([...few, { memory: " " }]);
    expect(await refused()).toContain(`${file}, line 5: memory of item 1: `);
    write([...facts, { memory: "Everybody knows.", user_id: "*" }]);
    expect(await refused()).toContain(`${file}, line 2502, memory 1: scope: `);
    writeFileSync(file, JSON.stringify([{ mapping: {}, title: "Nothing was said" }]));
    expect(await refused()).toContain("nothing in it can be imported");
    const told = {
      kind: "told",
      source: "notes",
      export: 0,
      seq: 0,
      type: "semantic",
      content: "Of tomorrow.",
    };
    writeFileSync(file, `\n${JSON.stringify({ ...told, id: "t", createdAt: Date.now() + 86_400_000 })}\n`);
    expect(await refused()).toContain(`${file}, line 2: createdAt: `);
  },
);

test(
  "an import goes on after kill -9 of the service and of the command",
  { timeout: TIMEOUT_MS },
  async () => {
    const file = join(folder, "killed.ndjson");
    await run(from, "export", file);
    const to = await startService();
    const total = async () => JSON.parse((await to.get("/memories")).text).total as number;
    const child = command(to, "import", file);
    await until("a part of the import", async () => (await total()) > 50);
    child.kill("SIGKILL");
    await to.kill();
    await to.restart();
    expect(await total()).toBeLessThan(MEMORIES + 3);
    const outcome = JSON.parse(await run(to, "import", file));
    expect(outcome).toMatchObject({ skipped: 0 });
    expect(outcome.created).toBeGreaterThan(0);
    expect(await seen(to)).toEqual(await seen(from));
  },
);
