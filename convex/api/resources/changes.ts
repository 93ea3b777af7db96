/** GET /changes and POST /changes/{id}/undo. */
import * as z from "zod";
import { internal } from "../../_generated/api";
import type { ActionCtx } from "../../_generated/server";
import type { Obstacle, Outcome } from "../../corrections/undo";
import { MAX_IDS, publicChange } from "../../changes/changes";
import { CHANGES_KEPT_MS, MAX_CHANGES_KEPT } from "../../changes/rows";
import type { Claimed } from "../../idempotency/idempotency";
import { pollUntil } from "../../lib/pollUntil";
import { consolidationRunning, laterChange, undoRunning, unknownId } from "../errors";
import { runIdempotent } from "../idempotencyKey";
import { emptyInput, getEndpoint, postEndpoint, type Endpoint } from "../route";
import { paged, span } from "../schemas/common";
import { counted } from "../schemas/fields";
import { pageOf, responseOf } from "../schemas/shape";
import { changeKind } from "../schemas/words";

const change = responseOf("Change", "A change set: what one piece of work changed in memory", publicChange, {
  by: "`world` for a caller, `self` for the agent",
  tickId: "Of facts: the tick that learned them",
  memoryIds: `Memories that it merged into, learned, or lowered the confidence of: the first ${MAX_IDS}`,
  counts: responseOf("ChangeCounts", "How much a change set changed", publicChange.fields.counts, {
    memories: counted("Memories that it changed, learned or grouped"),
    links: counted("Links that it created"),
    themes: counted("Themes that it created or changed"),
  }),
  undoing: "Present while it is being undone",
  undone: "When it was undone; absent where it was not",
});

export const list: Endpoint = getEndpoint({
  operationId: "listChanges",
  tag: "Memory",
  summary: "What changed memory",
  description: `Lists change sets, newest first: merges of duplicates, links (one set a run, or a request), what a tick learned, and consolidations. Each can be undone. A store, a correction and an erasure are none. Change sets are kept for ${CHANGES_KEPT_MS / 86_400_000} days, at most ${MAX_CHANGES_KEPT.toLocaleString("en")}.`,
  answer: "A page of change sets.",
  example: { query: { limit: "2" } },
  query: z.strictObject({ ...paged(20), ...span, kind: changeKind.exactOptional() }),
  response: pageOf("ChangePage", "Change sets, newest first", "changes", change),
  handle: (ctx, query) => ctx.runQuery(internal.changes.functions.list, query),
});

/** How long a request waits for an undo of many transactions, in milliseconds; it goes on by itself. */
const MAX_WAIT_MS = 120_000;

export const undo: Endpoint = postEndpoint({
  operationId: "undoChange",
  tag: "Memory",
  summary: "Undo a change set",
  description:
    "Restores what was before the change set, or answers 409 and names the later change that stands in the way; then nothing is undone. A merge: the memory has the importance, confidence, metadata and names of before, as a new version, and the merged wording is gone. Links: those that are still there are deleted, and a confidence that a contradiction lowered is back. Facts: what the tick learned is erased, and what it merged is taken out; the tick's receipt stays. A consolidation: themes and their members are as before the run; consolidations are undone newest first, and not once one of their memories was erased or reworded. What was undone is not done again by itself: POST /memories/consolidate groups the memories again, POST /memories/link links them. A second call gives the same answer. The request waits up to two minutes; a longer undo goes on, and GET /changes shows when it is done.",
  answer: "The change set is undone.",
  failures: ["InTheWay"],
  body: emptyInput,
  response: z
    .strictObject({ change })
    .meta({ id: "ChangeUndone", description: "The change set with when it was undone" }),
  handle: (ctx, _body, claimed, { id }) =>
    runIdempotent(ctx, claimed, async () => ({ change: await undone(ctx, id, claimed) })),
});

async function undone(ctx: ActionCtx, id: string, claimed: Claimed): Promise<z.output<typeof change>> {
  const outcome: Outcome = await ctx.runMutation(internal.corrections.undoFunctions.undo, { id, ...claimed });
  switch (outcome.kind) {
    case "undone":
      return outcome.change;
    case "unknown":
      throw unknownId("change set", id);
    case "busy":
      throw consolidationRunning();
    case "in the way":
      throw laterChange(sentenceOf(outcome.obstacle));
    case "undoing": {
      const change = await pollUntil(async () => {
        const row = await ctx.runQuery(internal.changes.functions.byId, { id });
        return row?.undone === undefined ? null : row;
      }, MAX_WAIT_MS);
      if (change === null) throw undoRunning();
      return change;
    }
  }
}

function sentenceOf({ what, memoryId, changeId, at }: Obstacle): string {
  const when = at === undefined ? "" : ` at ${new Date(at).toISOString()}`;
  const by = changeId === undefined ? "" : ` by change set ${changeId}`;
  if (what === "consolidated") return `the later consolidation ${changeId} has to be undone first`;
  if (what === "left a theme")
    return `memory ${memoryId}, which was erased or reworded${when}, left a theme of this consolidation or a later one`;
  return `memory ${memoryId} was ${what} since${when}${by}`;
}
