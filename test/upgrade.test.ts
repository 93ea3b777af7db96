/** Databases of earlier releases (test/fixtures) open with this version, with the rows, lists and figures that they had. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { DATABASE_FILE } from "../host/engine/engine";
import { PASSING, READINGS, recorded, startEmbeddings, type Recorded } from "./fixtures/reading";
import { startService } from "./support/service";
import { atTheEnd } from "./support/cleanUp";

const FIXTURES = join(import.meta.dirname, "fixtures");
const RELEASES = readdirSync(FIXTURES)
  .filter((name) => name.endsWith(".sqlite3.gz"))
  .map((name) => name.replace(".sqlite3.gz", ""));

function unzipped(name: string): Buffer {
  return gunzipSync(readFileSync(join(FIXTURES, name)));
}

/** A data directory that holds a release's database. */
function dataDirOf(release: string): { dataDir: string; before: Recorded } {
  const dataDir = join(mkdtempSync(join(tmpdir(), "anima-upgrade-")), "data");
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, DATABASE_FILE), unzipped(`${release}.sqlite3.gz`), { mode: 0o600 });
  const before = recorded.parse(JSON.parse(unzipped(`${release}.json.gz`).toString()));
  return { dataDir, before };
}

/** Without what passes with time. */
function lasting(answer: unknown): unknown {
  const text = JSON.stringify(answer, (key, value: unknown) => (PASSING.includes(key) ? undefined : value));
  return JSON.parse(text);
}

describe.each(RELEASES)("the database of %s", (release) => {
  test("is opened whole", async () => {
    const { dataDir, before } = dataDirOf(release);
    const embeddings = await startEmbeddings();
    atTheEnd(embeddings.stop);
    const service = await startService({
      dataDir,
      env: { EMBEDDING_API_KEY: "any", EMBEDDING_BASE_URL: embeddings.url, EMBEDDING_MODEL: "words" },
    });
    const differences: Record<string, unknown> = {};
    for (const path of READINGS) {
      const now = lasting((await service.get(path)).json);
      try { expect(now).toMatchObject(lasting(before.answers[path]) as object); } catch (e) { differences[path] = String((e as Error).message).slice(0, 3000); }
    }
    console.log(differences);
    expect(differences).toEqual({});
  });
});
