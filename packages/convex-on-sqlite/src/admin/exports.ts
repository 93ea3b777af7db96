/** Snapshots for `npx convex export`: the zip file that Convex makes, of one state of the database. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Value } from "convex/values";
import { BEFORE_ALL } from "../store/documents";
import { lastCommitTs } from "../store/format";
import { Sqlite, type SqlValue } from "../store/sqlite";
import { BY_CREATION_TIME, type Tablet, type Tablets } from "../store/tablets";
import type { ConvexJson, LoadedApp } from "../types";
import { exportText } from "./exportJson";

/** How long a requested snapshot waits for its download: meanwhile the write-ahead log can't be merged. */
const PENDING_MS = 60_000;

/** Documents read at once, at most 1 MiB each. */
const PAGE = 32;

const README = `# Snapshot of a Convex database

<table>/documents.jsonl holds the documents of a table, one a line; _components/<name>/ holds the tables of a component.
Load it with \`npx convex import\`.
`;

interface Snapshot {
  readonly ts: bigint;
  /** A connection in a transaction of its own; `null` after the download or its time. */
  reader: Sqlite | null;
}

export class Exports {
  private readonly path: string;
  private readonly waitMs: number;
  private current: Snapshot | null = null;
  private timer: NodeJS.Timeout | null = null;

  /** `path` is the database's file. */
  constructor(path: string, waitMs = PENDING_MS) {
    this.path = path;
    this.waitMs = waitMs;
  }

  /** Takes a snapshot of the committed state, in place of an earlier one that was not downloaded. */
  request(): void {
    this.close();
    const reader = Sqlite.open(this.path, { readOnly: true });
    reader.exec("BEGIN");
    // The first read fixes the state that the transaction sees.
    this.current = { ts: lastCommitTs(reader), reader };
    this.timer = setTimeout(() => this.close(), this.waitMs).unref();
  }

  /** The last snapshot as the CLI expects it, or `null`. */
  latest(): Record<string, Value> | null {
    if (this.current === null) return null;
    const { ts } = this.current;
    return { state: "completed", start_ts: ts, complete_ts: ts, zip_object_key: String(ts), format: "zip" };
  }

  /** Takes the snapshot with that ts for its download; the caller must end it. `null` if it is gone. */
  take(ts: string): Sqlite | null {
    if (this.current === null || String(this.current.ts) !== ts) return null;
    const { reader } = this.current;
    this.current.reader = null;
    if (this.timer !== null) clearTimeout(this.timer);
    return reader;
  }

  close(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    const reader = this.current?.reader ?? null;
    if (this.current === null || reader === null) return;
    this.current.reader = null;
    endSnapshot(reader);
  }
}

/** Ends the transaction of a snapshot, which would keep the write-ahead log from being merged, and its connection. */
export function endSnapshot(reader: Sqlite): void {
  reader.rollback();
  reader.close();
}

/** The folder of a component's tables in the zip file. */
function folderOf(componentPath: string): string {
  if (componentPath === "") return "";
  return componentPath
    .split("/")
    .map((name) => `_components/${name}/`)
    .join("");
}

/** The bytes of the zip file of a snapshot, in parts; the event loop gets its turn between them. */
export async function* snapshotZip(
  reader: Sqlite,
  app: LoadedApp,
  tablets: Tablets,
): AsyncGenerator<Uint8Array, void> {
  const { Zip, ZipDeflate, strToU8 } = await import("fflate");
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, part) => {
    if (error !== null) throw error;
    ready.push(part);
  });
  const file = (name: string): { write(text: string): void; end(): void } => {
    const entry = new ZipDeflate(name);
    zip.add(entry);
    return {
      write: (text) => entry.push(strToU8(text)),
      end: () => entry.push(new Uint8Array(), true),
    };
  };
  const taken = (): Uint8Array[] => ready.splice(0);
  const whole = (name: string, text: string): void => {
    const entry = file(name);
    entry.write(text);
    entry.end();
  };
  whole("README.md", README);
  const exported = [...tablets.all()].filter(
    ({ componentPath, isSystem }) => !isSystem && app.components.has(componentPath),
  );
  for (const path of app.components.keys()) {
    const own = exported.filter(({ componentPath }) => componentPath === path);
    const lines = own.map(({ name, id }) => `${JSON.stringify({ name, id })}\n`);
    whole(`${folderOf(path)}_tables/documents.jsonl`, lines.join(""));
  }
  for (const tablet of exported) {
    const folder = `${folderOf(tablet.componentPath)}${tablet.name}`;
    const documents = file(`${folder}/documents.jsonl`);
    for (const lines of pagesOf(reader, tablet)) {
      documents.write(lines);
      yield* taken();
      await nextTurn();
    }
    documents.end();
    // Convex's mark of a file whose JSON says the type of each number.
    whole(`${folder}/generated_schema.jsonl`, '"uniform"\n');
    yield* taken();
  }
  zip.end();
  yield* taken();
}

const NEXT = `
  SELECT d.json, e.key FROM index_entries e CROSS JOIN documents d ON d.seq = e.seq
  WHERE e.index_id = ? AND e.key > ? ORDER BY e.key LIMIT ${PAGE}`;

/** The documents of a table as lines, the oldest first. */
function* pagesOf(reader: Sqlite, tablet: Tablet): Generator<string, void> {
  const index = tablet.indexes.get(BY_CREATION_TIME) ?? tablet.byId;
  for (let after: SqlValue | undefined = BEFORE_ALL; after !== undefined;) {
    const page = reader.rows(NEXT, [index.id, after]);
    if (page.length === 0) return;
    yield page.map(([json]) => `${exportText(JSON.parse(String(json)) as ConvexJson)}\n`).join("");
    after = page.at(-1)?.[1];
  }
}
