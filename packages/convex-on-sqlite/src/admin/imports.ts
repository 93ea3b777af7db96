/** Imports of `npx convex import`: uploads in parts, what they would change, and their execution. Kept in memory. */
import { randomUUID } from "node:crypto";
import type { Value } from "convex/values";
import * as z from "zod";
import type { Engine } from "../engine/engine";
import { errorText } from "../errorText";
import { ApiError } from "../net/apiResponse";
import { parsedFile, type TableRows } from "./importFile";
import { applyImport, planImport, type ImportPlan } from "./importRows";

/** Larger databases are moved by copying the data directory. */
const MAX_UPLOAD_BYTES = 256 * 1024 * 1024;

/** Uploads and imports that are remembered; the oldest are forgotten. */
const MAX_REMEMBERED = 20;

export const importRequest = z.object({
  import: z.object({
    tableName: z.string().optional(),
    componentPath: z.string().nullish(),
    mode: z.enum(["requireEmpty", "append", "replace", "replaceAll"]),
    format: z.enum(["zip", "jsonLines", "jsonArray", "csv"]),
  }),
  uploadToken: z.string(),
  partTokens: z.array(z.string()),
});

export type ImportRequest = z.infer<typeof importRequest>;
export type ImportMode = ImportRequest["import"]["mode"];

type ImportState =
  | {
      readonly state: "waiting_for_confirmation";
      readonly message_to_confirm: string;
      readonly require_manual_confirmation: boolean;
    }
  | {
      readonly state: "in_progress";
      readonly progress_message: string;
      readonly checkpoint_messages: string[];
    }
  | { readonly state: "completed"; readonly num_rows_written: bigint }
  | { readonly state: "failed"; readonly error_message: string };

interface Import {
  readonly id: string;
  state: ImportState;
  /** Null once it has run. */
  work: { readonly tables: readonly TableRows[]; readonly plan: ImportPlan } | null;
}

export class Imports {
  private readonly uploads = new Map<string, Buffer[]>();
  private readonly imports = new Map<string, Import>();

  startUpload(): string {
    const token = randomUUID();
    this.uploads.set(token, []);
    forgetOldest(this.uploads);
    return token;
  }

  /** Adds the next part of an upload; returns its token. Parts come in order. */
  addPart(uploadToken: string, partNumber: number, part: Buffer): string {
    const parts = this.partsOf(uploadToken);
    if (partNumber !== parts.length + 1)
      throw new ApiError(400, "BadPart", `partNumber: expected ${parts.length + 1}, got ${partNumber}`);
    const bytes = parts.reduce((sum, { byteLength }) => sum + byteLength, part.byteLength);
    if (bytes > MAX_UPLOAD_BYTES)
      throw new ApiError(
        413,
        "ImportTooLarge",
        `This host imports files of at most ${MAX_UPLOAD_BYTES >> 20} MiB: copy DATA_DIR instead`,
      );
    parts.push(part);
    return `${uploadToken}-${partNumber}`;
  }

  /** Parses an upload and works out what it changes; returns the id of the import, which then waits for its confirmation. */
  async finishUpload(engine: Engine, request: ImportRequest): Promise<string> {
    const parts = this.partsOf(request.uploadToken);
    this.uploads.delete(request.uploadToken);
    const id = randomUUID();
    const entry: Import = { id, state: IN_PROGRESS, work: null };
    this.imports.set(id, entry);
    forgetOldest(this.imports);
    await this.orFail(entry, async () => {
      const tables = await parsedFile(Buffer.concat(parts), request.import);
      const plan = await engine.read((db) => planImport({ ...engine, db }, tables, request.import.mode));
      entry.work = { tables, plan };
      entry.state = {
        state: "waiting_for_confirmation",
        message_to_confirm: plan.summary,
        require_manual_confirmation: plan.deletes > 0,
      };
    });
    return id;
  }

  /** Runs a confirmed import to its durable end. */
  async perform(engine: Engine, id: string): Promise<void> {
    const entry = this.imports.get(id);
    const work = entry?.work ?? null;
    if (entry === undefined || work === null)
      throw new ApiError(400, "NoSuchImport", "This import is unknown, or has run: start it again");
    entry.work = null;
    entry.state = IN_PROGRESS;
    await this.orFail(entry, async () => {
      const written = await engine.bulkWrite((transaction) =>
        applyImport(transaction, work.tables, work.plan),
      );
      entry.state = { state: "completed", num_rows_written: BigInt(written) };
    });
  }

  /** An import as the CLI expects it, or `null`. */
  find(id: string): Record<string, Value> | null {
    const found = this.imports.get(id);
    return found === undefined ? null : { _id: id, state: { ...found.state } };
  }

  list(): Record<string, Value>[] {
    return [...this.imports.values()].map(({ id, state }) => ({ _id: id, state: { ...state } }));
  }

  private partsOf(uploadToken: string): Buffer[] {
    const parts = this.uploads.get(uploadToken);
    if (parts === undefined)
      throw new ApiError(400, "NoSuchUpload", "This upload is unknown: start it again");
    return parts;
  }

  /** Errors of a file are for the person who imports it. */
  private async orFail(entry: Import, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (thrown) {
      const message = thrown instanceof Error ? thrown.message : errorText(thrown);
      entry.state = { state: "failed", error_message: message };
    }
  }
}

const IN_PROGRESS: ImportState = {
  ...{ state: "in_progress", progress_message: "Importing", checkpoint_messages: [] },
};

function forgetOldest(map: Map<string, unknown>): void {
  for (const key of map.keys()) {
    if (map.size <= MAX_REMEMBERED) return;
    map.delete(key);
  }
}
