/** GET /export. */
import * as z from "zod";
import { internal } from "../../_generated/api";
import type { ActionCtx } from "../../_generated/server";
import { CATCHING_UP, type Page, type Position } from "../../transfer/exports";
import { exportEnded } from "../errors";
import { emptyInput, type Endpoint } from "../route";
import { flag } from "../schemas/common";
import { validate } from "../validate";

const query = z.strictObject({
  cursor: z
    .string()
    .regex(/^\d{1,15}-[01]-\d{1,3}-\d{1,15}(\.\d{1,15})?-\d{1,15}$/, {
      error: "must be one that a page of the export names",
    })
    .exactOptional()
    .meta({ description: "Where the page before ended; left out, an export begins" }),
  vectors: flag.meta({ description: "Whether vectors are exported, too", default: false }),
});

export const exportAll: Endpoint = {
  documentation: {
    operationId: "exportAll",
    tag: "Take along",
    summary: "Export everything",
    description:
      'Answers newline-delimited JSON: one row a line, with its `kind` (its table), its `id`, the `source` (this service), the number of the `export`, a rising `seq`, and the fields of the row. The last line of a page is `{"kind":"page","cursor":…}` where more follows, or `{"kind":"end"}`. All pages together are one consistent whole: the state as of the last page. Rows that change or are erased while the export goes on are sent again, or as `{"kind":"erased","of":…}`; of several lines with the same id the one with the greatest `seq` counts. A page has at most 900 KiB and fits into one POST /import. One export is open at a time: a new one ends the one before, and one that nobody reads on for ten minutes ends. Not exported: settings, tokens, the audit log, webhooks, usage, and what is derived.',
    answer: "A page of lines.",
    answerType: "application/x-ndjson",
  },
  query,
  body: emptyInput,
  response: emptyInput,
  respond: async (ctx, { query: given, claimed }) => {
    const { cursor, vectors } = validate(query, given, "query parameter");
    const from =
      cursor === undefined
        ? await ctx.runMutation(internal.transfer.exportFunctions.open, {
            ...{ vectors, name: crypto.randomUUID() },
            ...claimed,
          })
        : positionOf(cursor);
    const page = await pageAt(ctx, from);
    if (page === null) throw exportEnded();
    const next = page.next === null ? [] : [`{"kind":"page","cursor":"${cursorOf(page.next)}"}`];
    return new Response([...page.lines, ...next].map((line) => `${line}\n`).join(""), {
      headers: { "Content-Type": "application/x-ndjson" },
    });
  },
};

async function pageAt(ctx: ActionCtx, from: Position): Promise<Page | null> {
  if (from.phase >= CATCHING_UP)
    return await ctx.runMutation(internal.transfer.exportFunctions.catchUp, { from });
  if (!(await ctx.runMutation(internal.transfer.exportFunctions.keepOpen, { from }))) return null;
  return await ctx.runQuery(internal.transfer.exportFunctions.pass, { from });
}

function cursorOf({ run, vectors, phase, after, seq }: Position): string {
  return [run, Number(vectors), phase, after, seq].join("-");
}

function positionOf(cursor: string): Position {
  const [run = 0, vectors = 0, phase = 0, after = 0, seq = 0] = cursor.split("-").map(Number);
  return { run, vectors: vectors === 1, phase, after, seq };
}
