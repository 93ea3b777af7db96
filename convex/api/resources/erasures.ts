/** POST /erase and GET /erasures/{id}: plans of erasures and their receipts. */
import * as z from "zod";
import { byWord, DEPENDENT_KINDS, PLANNED_KINDS } from "../../../mind/enums";
import { normalForm } from "../../../mind/text/normalForm";
import { internal } from "../../_generated/api";
import type { ActionCtx } from "../../_generated/server";
import type { PublicErasure } from "../../erasures/erasures";
import { withoutKey, type Claimed } from "../../idempotency/idempotency";
import * as Machine from "../../lib/machine";
import { pollUntil } from "../../lib/pollUntil";
import { invalid, planUnfinished, unknownId } from "../errors";
import { runIdempotent } from "../idempotencyKey";
import { emptyInput, getEndpoint, postEndpoint, type Endpoint } from "../route";
import { text, timestamp } from "../schemas/common";

/** Ids of one plan: each is looked up before the first is planned. */
const MAX_IDS = 256;
/** How long a request waits for the plan or the receipt; both come all the same. */
const MAX_WAIT_MS = 20_000;

const count = z.int().min(0);
const counts = z.strictObject(byWord(PLANNED_KINDS, () => count)).meta({
  id: "ErasureCounts",
  description: "How many rows of each kind; `reply`: replies to notes that stay",
});

const moment = z.number().min(0).max(Number.MAX_SAFE_INTEGER);

const body = z
  .strictObject({
    ids: z
      .array(z.string().min(1).max(64))
      .min(1)
      .max(MAX_IDS)
      .exactOptional()
      .meta({
        description: `These rows: at most ${MAX_IDS} ids of memories, knowledge, thoughts, notes, events, artifacts, log entries and reminders, and of lines of an import that wait`,
      }),
    from: text(128).exactOptional().meta({
      description:
        "Notes and reminders of this sender, and memories that were learned from its notes, also where these are gone",
    }),
    entity: text(256).exactOptional().meta({ description: "Memories in which this name was found" }),
    text: text(1_024).exactOptional().meta({
      description:
        "Rows that hold these words in this order, anywhere in a text of theirs; case, width, white space and closing punctuation do not count. Of memories their earlier versions and merged wordings count, too",
    }),
    since: moment.exactOptional().meta({
      description: "Rows later than this, in milliseconds since the Unix epoch",
    }),
    until: moment.exactOptional().meta({
      description: "Rows earlier than this, in milliseconds since the Unix epoch",
    }),
    scope: text(128).trim().exactOptional().meta({
      description:
        "What belongs to this scope, and log entries and artifacts made from it; left out, rows of every scope",
    }),
    derived: z
      .boolean()
      .exactOptional()
      .meta({ description: "Plan to erase what was derived from these rows as well" }),
    dryRun: z.boolean().exactOptional().meta({
      description:
        "Whether nothing is to be erased. A filter only plans, so it takes no false; `planId` with true shows the plan again",
    }),
    planId: z
      .string()
      .min(1)
      .max(64)
      .exactOptional()
      .meta({ description: "Erase what this plan names; comes without a filter" }),
  })
  .meta({ id: "EraseRequest", description: "A filter, whose parts all must hold, or the id of a plan" });

const probe = z
  .strictObject({
    number: z.int().min(1),
    kind: z.enum(PLANNED_KINDS).meta({ description: "What the excerpt was of" }),
    foundIn: z.array(z.string()).meta({
      description:
        "Where its words still are: `search`, or the table of a row that holds them, such as `logs` or `agent`; empty for nowhere",
    }),
  })
  .meta({ id: "ErasureProbe", description: "An excerpt of an erased text that was searched for afterwards" });

const storage = z
  .strictObject({
    purgedAt: timestamp.exactOptional().meta({ description: "When the step was done; absent until then" }),
    step: z.string().meta({ description: "What removes the bytes from disk" }),
  })
  .meta({ id: "ErasureStorage", description: "The storage step" });

const receipt = z
  .strictObject({
    startedAt: timestamp,
    endedAt: timestamp.exactOptional(),
    erased: counts,
    gone: count.meta({ description: "Planned rows that were gone already" }),
    changed: count.meta({
      description: "Planned rows that were left, because they have another version now: plan again for these",
    }),
    probes: z.array(probe).meta({ description: "At most 8, once it has ended" }),
    storage,
  })
  .meta({ id: "ErasureReceipt", description: "What was erased, so far or in all" });

const erasure = z
  .strictObject({
    planId: z.string(),
    status: z
      .enum(["planning", "planned", "erasing", "done"])
      .meta({ description: "`planning` and `erasing` go on by themselves; GET /erasures/{id} tells" }),
    withDerived: z.boolean(),
    counts: counts.meta({ description: "What the filter selects" }),
    total: count.meta({ description: "How many rows are to be erased in all" }),
    derivedCounts: z.strictObject(byWord(DEPENDENT_KINDS, () => count)).meta({
      description:
        "What depends on that: reflections, thoughts, learned memories and due reminders that rest on it; log entries, artifacts, replies and reminders of the ticks that were shown it",
    }),
    derived: z
      .array(z.strictObject({ kind: z.enum(DEPENDENT_KINDS), _id: z.string() }))
      .meta({ description: "The first 64 of these" }),
    createdAt: timestamp,
    expiresAt: timestamp.exactOptional().meta({ description: "Until when the plan can be carried out" }),
    receipt: receipt.exactOptional().meta({ description: "Once the plan is being carried out" }),
  })
  .meta({ id: "Erasure", description: "A plan of an erasure and its receipt; ids and counts, no content" });

export const erase: Endpoint = postEndpoint({
  operationId: "erase",
  tag: "Erasing",
  summary: "Plan an erasure, or carry it out",
  description:
    "With a filter it plans and erases nothing: the answer counts what the filter selects, and names the plan. Sent again with `planId` alone it erases exactly what the plan names, for good, with everything that is kept of it, and answers a receipt. A row that has changed since the plan stays. A plan can be carried out for an hour, once; repeating the request answers its receipt. Both work in batches: where they take longer than 20 seconds, the answer says how far they are, and they go on by themselves.",
  answer: "The plan, or its receipt.",
  failures: ["NotFound"],
  example: { body: { ids: ["{memoryId}"] } },
  body,
  response: z
    .strictObject(erasure.shape)
    .meta({ id: "ErasureOutcome", description: "The plan as it was made, or how far its erasure has come" }),
  handle: (ctx, { planId, dryRun, derived, ...filter }, claimed) => {
    const hasFilter = Object.keys(filter).length > 0;
    if (!hasFilter && planId === undefined)
      throw invalid("body", "must have one of ids, from, entity, text, since, until, scope, planId");
    if (planId !== undefined && (hasFilter || derived !== undefined))
      throw invalid("planId", "comes without a filter and without derived: the plan has them");
    if (planId === undefined && dryRun === false)
      throw invalid("dryRun", "must not be false: send the filter alone, then the planId of its answer");
    return runIdempotent(ctx, claimed, async () => {
      if (planId === undefined) return await plan(ctx, filter, derived === true, claimed);
      return dryRun === true ? await shownById(ctx, planId) : await carryOut(ctx, planId, claimed);
    });
  },
});

export const read: Endpoint = getEndpoint({
  operationId: "getErasure",
  tag: "Erasing",
  summary: "Read a plan or a receipt",
  description: "How far the planning or the erasing has come. A receipt is kept for 90 days.",
  answer: "The plan, or its receipt.",
  example: { id: "{planId}" },
  query: emptyInput,
  response: erasure,
  handle: (ctx, _query, { id }) => shownById(ctx, id),
});

type Filter = Omit<z.output<typeof body>, "derived" | "dryRun" | "planId">;
type Erasure = z.output<typeof erasure>;

async function plan(
  ctx: ActionCtx,
  filter: Filter,
  withDerived: boolean,
  claimed: Claimed,
): Promise<Erasure> {
  const { text } = filter;
  const sought = { ...filter, ...(text === undefined ? {} : { text: normalForm(text) }) };
  const request = { filter: sought, withDerived, ...withoutKey(claimed) };
  const begun = await ctx.runMutation(internal.erasures.functions.plan, request);
  if (begun.kind === "unknown") throw unknownId("erasable row", begun.id);
  return await settled(ctx, begun.erasure);
}

async function carryOut(ctx: ActionCtx, id: string, claimed: Claimed): Promise<Erasure> {
  const started = await ctx.runMutation(internal.erasures.functions.start, { id, ...withoutKey(claimed) });
  switch (started.kind) {
    case "started":
      return await settled(ctx, started.erasure);
    case "unknown":
      throw unknownId("plan", id);
    case "expired":
      throw invalid("planId", "the plan has expired: plan anew", id);
    case "planning":
      throw planUnfinished();
  }
}

/** The plan or the receipt, once it is made, or as far as it is when the time to wait is over. */
async function settled(ctx: ActionCtx, first: PublicErasure): Promise<Erasure> {
  let latest = first;
  await pollUntil(async () => {
    if (latest.status === "planned" || latest.status === "done") return latest;
    latest = (await ctx.runQuery(internal.erasures.queries.byId, { id: first.planId })) ?? latest;
    return latest.status === "planned" || latest.status === "done" ? latest : null;
  }, MAX_WAIT_MS);
  return shown(latest);
}

async function shownById(ctx: ActionCtx, id: string): Promise<Erasure> {
  const found = await ctx.runQuery(internal.erasures.queries.byId, { id });
  if (found === null) throw unknownId("plan", id);
  return shown(found);
}

/** With the storage step, which is the storage's own matter. */
function shown({ receipt, ...plan }: PublicErasure): Erasure {
  if (receipt === undefined) return plan;
  const { purgedAt, ...told } = receipt;
  const steps = Machine.purgeSteps();
  const storage = purgedAt === undefined ? { step: steps.pending } : { purgedAt, step: steps.done };
  return { ...plan, receipt: { ...told, storage } };
}
