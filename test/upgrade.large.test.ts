/** Databases of earlier releases (test/fixtures) open with this version, with the rows, lists and figures that they had. */
import { jsonToConvex } from "convex/values";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import type { Doc, TableNames } from "../convex/_generated/dataModel";
import { DATA_FORMAT } from "../convex/migrations/format";
import { DATABASE_FILE } from "convex-on-sqlite";
import { Sqlite, readMeta, writeMeta } from "convex-on-sqlite/testing";
import { version } from "../package.json";
import { projectRoot } from "../scripts/start/root";
import { PASSING, READINGS, recorded, startEmbeddings, type Recorded } from "./fixtures/reading";
import { wrongFiguresOf } from "./functions/recount";
import { Attempts } from "./support/attempts";
import { atTheEnd } from "./support/cleanUp";
import { readTable } from "./support/database";
import { startService, type Service } from "./support/service";

const FIXTURES = join(projectRoot, "test/fixtures");
const DATABASES = ".sqlite3.gz";
const RELEASES = readdirSync(FIXTURES)
  .filter((name) => name.endsWith(DATABASES))
  .map((name) => name.slice(0, -DATABASES.length));
/** The oldest has most to migrate. */
const [OLDEST = ""] = ["2026-11-26"].filter((release) => RELEASES.includes(release));

function unzipped(name: string): Buffer {
  return gunzipSync(readFileSync(join(FIXTURES, name)));
}

/** A data directory with a release's database, and what the release answered from it. */
function dataOf(release: string): { dataDir: string; before: Recorded } {
  const folder = mkdtempSync(join(tmpdir(), "anima-upgrade-"));
  atTheEnd(() => rm(folder, { recursive: true, force: true }));
  const dataDir = join(folder, "data");
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, DATABASE_FILE), unzipped(release + DATABASES), { mode: 0o600 });
  return { dataDir, before: recorded.parse(JSON.parse(unzipped(`${release}.json.gz`).toString())) };
}

/** Without what passes with time. A later version may add fields. */
function lasting(answer: unknown): object {
  const text = JSON.stringify(answer, (key, value: unknown) => (PASSING.includes(key) ? undefined : value));
  return z.looseObject({}).parse(JSON.parse(text));
}

const isRanked = (path: string): boolean => /[?&]q(?:uery)?=/.test(path);

const ranked = z.union([
  z.looseObject({ results: z.array(z.looseObject({})) }).transform(({ results }) => results),
  z.looseObject({ items: z.array(z.looseObject({})) }).transform(({ items }) => items),
]);

function firstOf(answer: object): object {
  const [first] = ranked.parse(answer);
  if (first === undefined) throw new Error("nothing was found");
  return first;
}

const total = async (service: Service, path: string) =>
  (await service.get(path)).as(z.looseObject({ total: z.number() })).total;

const listedMemories = z.looseObject({
  memories: z.array(
    z.looseObject({
      _id: z.string(),
      sentiment: z.looseObject({ label: z.string() }),
      metadata: z
        .looseObject({
          entities: z.array(z.string()).optional(),
          place: z.string().optional(),
          learnedBy: z.string().optional(),
          eventId: z.string().optional(),
        })
        .optional(),
    }),
  ),
});

/** Starts an upgrade that is killed before its batch of this number. */
async function killedUpgrade(dataDir: string, batches: number): Promise<void> {
  const main = join(projectRoot, "test/support/killed-upgrade-main.ts");
  const run = [join(projectRoot, "scripts/run.mjs"), main, dataDir, String(batches)];
  const child = spawn(process.execPath, run, { cwd: projectRoot, stdio: ["ignore", "inherit", "inherit"] });
  const [code, signal] = (await once(child, "exit")) as [number | null, string | null];
  expect({ code, signal }).toEqual({ code: null, signal: "SIGKILL" });
}

function metaOf(dataDir: string): Record<string, string | undefined> {
  const db = Sqlite.open(join(dataDir, DATABASE_FILE), { readOnly: true });
  try {
    return { version: readMeta(db, "version"), dataFormat: readMeta(db, "data_format") };
  } finally {
    db.close();
  }
}

describe("a database of an earlier release", () => {
  test("is among the fixtures", () => {
    expect(RELEASES).toEqual(expect.arrayContaining(["0.1.0", OLDEST]));
    expect(OLDEST).not.toBe("");
  });

  test.each(RELEASES)("%s is opened with all rows and figures", async (release) => {
    const { dataDir, before } = dataOf(release);
    // Before the first batch, within the memories, near the end, and after the last batch of an earlier run.
    if (release === OLDEST) for (const batches of [0, 6, 9]) await killedUpgrade(dataDir, batches);
    const embeddings = await startEmbeddings();
    atTheEnd(() => Promise.resolve(embeddings.stop()));
    const service = await startService({
      dataDir,
      env: { EMBEDDING_API_KEY: "any", EMBEDDING_BASE_URL: embeddings.url, EMBEDDING_MODEL: "words" },
    });
    expect(service.output()).toContain("upgrading");
    expect(readdirSync(dataDir).filter((name) => name.includes("before"))).toEqual([]);
    expect((await service.get("/health")).json).toMatchObject({ version, dataFormat: DATA_FORMAT });

    const paths = READINGS.filter((path) => path in before.answers);
    expect(paths.length).toBeGreaterThan(20);
    for (const path of paths) {
      const [now, then] = [lasting((await service.get(path)).json), lasting(before.answers[path])];
      // A later version may rank otherwise, but has the same best answer.
      if (isRanked(path)) expect(firstOf(now), path).toMatchObject(firstOf(then));
      else expect(now, path).toMatchObject(then);
    }
    for (const [id, links] of Object.entries(before.linked))
      expect((await service.get(`/memories/linked?id=${id}`)).json).toMatchObject(lasting(links));

    // Lists and filters that the release did not have.
    const { memories } = listedMemories.parse(before.answers["/memories?limit=100"]);
    expect(memories.length).toBeGreaterThan(25);
    const named = memories.filter(({ metadata }) => metadata?.entities?.includes("Clara Lind"));
    expect(named.length).toBeGreaterThan(5);
    expect(await total(service, "/memories?entity=Clara%20Lind")).toBe(named.length);
    const placed = memories.filter(({ metadata }) => metadata?.place === "garden");
    expect(await total(service, "/memories?metadata.place=garden")).toBe(placed.length);
    for (const label of ["positive", "negative", "neutral"])
      expect(await total(service, `/memories?sentiment=${label}`), label).toBe(
        memories.filter(({ sentiment }) => sentiment.label === label).length,
      );
    expect(await total(service, "/ticks?outcome=succeeded")).toBe(before.rows.ticks);
    expect(await total(service, "/events?scope=*")).toBe(before.rows.events);
    if (before.rows.reminders !== undefined)
      expect(await total(service, "/reminders")).toBe(before.rows.reminders);
    expect(await total(service, "/knowledge?metadata.kind=rule")).toBe(1);
    // Health is explained by parts that sum up to it.
    const { health } = (await service.get("/state/explain")).as(
      z.looseObject({ health: z.record(z.string(), z.number()) }),
    );
    const { value, ...parts } = health;
    expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).toBeCloseTo(value ?? Number.NaN, 1);

    // It goes on: a duplicate is found, what rested on an erased event goes with it, and a tick reads what waited.
    const { tokens } = service;
    const again = { type: "semantic", content: "the LIBRARY opens at 11" };
    expect((await service.post("/memories/store-dedup", again, { token: tokens.write })).json).toMatchObject({
      action: "merged",
    });
    expect((await service.post("/tick", undefined, { token: tokens.tick })).status).toBe(200);
    expect(await total(service, "/notes?status=pending")).toBe(0);
    expect((await service.stop()).code).toBe(0);
    expect(metaOf(dataDir)).toEqual({ version, dataFormat: String(DATA_FORMAT) });

    const rows = <Table extends TableNames>(table: Table) =>
      Promise.resolve(readTable(dataDir, table, z.json()).map((row) => jsonToConvex(row) as Doc<Table>));
    expect(await wrongFiguresOf(rows)).toEqual([]);
    const cited = new Set((await rows("citations")).map(({ source, derived }) => `${source} ${derived}`));
    const learned = memories.filter(({ metadata }) => metadata?.learnedBy === "tick");
    expect(learned.length).toBeGreaterThan(2);
    for (const { _id, metadata } of learned) expect(cited).toContain(`${String(metadata?.eventId)} ${_id}`);

    await service.restart();
    expect(service.output()).not.toContain("upgrading");
  });

  test("of a newer format is refused with the version that wrote it, and unchanged", async () => {
    const { dataDir } = dataOf("0.1.0");
    const attempts = new Attempts();
    atTheEnd(() => attempts.dispose());
    const file = join(dataDir, DATABASE_FILE);
    const db = Sqlite.open(file);
    writeMeta(db, { version: "7.8.9", data_format: String(DATA_FORMAT + 1) });
    db.close();
    const attempt = attempts.start({ DATA_DIR: dataDir });
    expect(await attempt.exit).toEqual({ code: 1, signal: null });
    expect(attempt.stderr()).toContain("Start version 7.8.9");
    expect(attempt.stderr()).toContain(version);
    expect(metaOf(dataDir)).toEqual({ version: "7.8.9", dataFormat: String(DATA_FORMAT + 1) });
    expect(existsSync(`${file}.before-${version}`)).toBe(false);
  });
});
