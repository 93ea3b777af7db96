/** POST /import. */
import * as z from "zod";
import { FieldError } from "../../transfer/fields";
import {
  FORMATS,
  formatOf,
  isEmpty,
  NO_MEMORY,
  parsedJson,
  foreignLines,
  withId,
  type Format,
} from "../../transfer/formats/formats";
import { importLines, previewLines, type ReadLine } from "../../transfer/importRequest";
import { checkedLine } from "../../transfer/rules";
import { parseValue } from "../body";
import { importRunning, invalid } from "../errors";
import { runIdempotent } from "../idempotencyKey";
import { emptyInput, type Endpoint } from "../route";
import { flag } from "../schemas/common";
import { validate } from "../validate";

const query = z.strictObject({
  format: z.enum(FORMATS).exactOptional().meta({ description: "What the body is; found out where left out" }),
  dedup: flag.meta({
    description:
      "Merge memories that are added into those of which they are duplicates, as POST /memories/store-dedup does, by their words",
    default: false,
  }),
  dryRun: flag.meta({ description: "Write nothing, and answer what the lines would do", default: false }),
});

const count = (description: string) => z.int().min(0).meta({ description });

const response = z
  .strictObject({
    lines: count("Lines of the request, those that other programs' formats were turned into"),
    created: count("Rows that are new here"),
    merged: count("With `dedup`: added memories that were duplicates"),
    replaced: count("Rows of a restore that a later line of the export has changed"),
    erased: count("Rows of a restore that were erased while they were exported"),
    unchanged: count("Lines that were applied before, or have nothing to add"),
    skipped: count("Lines of an export that only an empty agent takes"),
    dryRun: z.boolean(),
  })
  .meta({ id: "ImportOutcome", description: "What the lines have done, or would do" });

export const importAll: Endpoint = {
  documentation: {
    operationId: "importAll",
    tag: "Take along",
    summary: "Import lines",
    description:
      'Takes the lines of GET /export, in their order, in as many requests as it takes. An agent that has no memories, thoughts, knowledge or events is restored from them; the first request decides. To any other agent the memories, knowledge and notes are added as if they were told, and other lines are `skipped`. Each line counts once, however often it is sent. Rows get ids of this service, and what refers to them follows. All lines of a request are checked before the first is written; then each is written whole or not at all, so a request that was cut off can be sent again. A line whose row is part of one that has not come is refused by name; those before it are written. Also takes what other programs export: `mem0` (what `get_all` answers), `letta` (an agent file, or archival passages) and `chatgpt` (`conversations.json`), as one JSON value or one a line; and lines of any program: `{"kind":"told","source":…,"export":0,"seq":0,"id":…,"type":…,"content":…}` with the optional fields of POST /memories/store, `metadata` as JSON text, and `createdAt`.',
    answer: "What became of the lines.",
    bodyType: "application/x-ndjson",
  },
  query,
  body: emptyInput,
  response,
  respond: async (ctx, { query: given, text, claimed }) => {
    const { format, dedup, dryRun } = validate(query, given, "query parameter");
    const lines = await readLines(text, format);
    return await runIdempotent(ctx, claimed, async () => {
      const counts = dryRun
        ? await previewLines(ctx, lines, dedup)
        : await importLines(ctx, lines, dedup, claimed).catch(refused);
      if (counts === null) throw importRunning();
      return { lines: lines.length, ...counts, dryRun };
    });
  },
};

function refused(thrown: unknown): never {
  throw thrown instanceof FieldError ? invalid(thrown.path, thrown.rule) : thrown;
}

/** The lines of a body; an empty object is none. @throws {ApiError} 400 that names the first line which breaks a rule */
async function readLines(text: string, format: Format | undefined): Promise<ReadLine[]> {
  const now = Date.now();
  const read: ReadLine[] = [];
  let isWritten = false;
  for (const { value, where } of valuesIn(text)) {
    if (isEmpty(value)) continue;
    isWritten = true;
    const found = format ?? formatOf(value) ?? "anima";
    try {
      const lines: unknown[] = found === "anima" ? [value] : foreignLines(found, value);
      for (const line of await Promise.all(lines.map(withId)))
        read.push({ text: JSON.stringify(line), line: checkedLine(line, now), where });
    } catch (thrown) {
      if (thrown instanceof FieldError) refused(new FieldError(`${where}: ${thrown.path}`, thrown.rule));
      throw thrown;
    }
  }
  if (isWritten && read.length === 0) throw invalid("body", NO_MEMORY);
  return read;
}

/** The JSON values of a body: one a line, or one in all. */
function valuesIn(text: string): { value: unknown; where: string }[] {
  const lines = text.split("\n").map((line, i) => ({ line, where: `line ${i + 1}` }));
  const written = lines.filter(({ line }) => line.trim() !== "");
  // A document of several lines begins with a bracket that its first line does not close.
  if (written.length > 1 && parsedJson(written[0]?.line ?? "") === undefined)
    return [{ value: parseValue(text, "body"), where: "body" }];
  return written.map(({ line, where }) => ({ value: parseValue(line, where), where }));
}
