/** POST /memories/link and GET /memories/linked. */
import * as z from "zod";
import { memory } from "../schemas/memory";
import { counted, share } from "../schemas/fields";
import { responseOf } from "../schemas/shape";
import { linkType } from "../schemas/words";
import { internal } from "../../_generated/api";
import { type ActionCtx } from "../../_generated/server";
import { linkMemory } from "../../memories/linkMemory";
import { backlink as publicBacklink, outgoing as publicOutgoing } from "../../memories/links";
import { type Claimed } from "../../idempotency/idempotency";
import { invalid, unknownId } from "../errors";
import { runIdempotent } from "../idempotencyKey";
import { getEndpoint, postEndpoint, type Endpoint } from "../route";
import { parseMetadata } from "../schemas/metadata";

const outgoing = responseOf("Link", "A link out of a memory", publicOutgoing, {
  confidence: "How sure the link is",
});
const backlink = responseOf("Backlink", "A link that leads to a memory", publicBacklink, {
  confidence: "How sure the link is",
});

// Any text: an id of no memory is a 404.
const id = z.string();
const ONLY_BY_HAND = "only without autoDetect";

/** Which fields go together, for readers of the document. Generated clients ignore conditions. */
const EITHER = {
  if: { properties: { autoDetect: { type: "boolean", const: false } }, required: ["autoDetect"] },
  // The linter requires the properties beside `required`.
  then: {
    properties: { targetId: { type: "string" }, type: { type: "string" } },
    required: ["targetId", "type"],
  },
  else: { propertyNames: { enum: ["memoryId", "autoDetect"] } },
};

export const body = z
  .strictObject({
    memoryId: id.meta({ description: "The memory that the links lead out of" }),
    autoDetect: z.boolean().default(true).meta({
      description: "Whether the service detects the links. If false, `targetId` and `type` are required",
    }),
    targetId: id.exactOptional().meta({ description: `The memory that the link leads to, ${ONLY_BY_HAND}` }),
    type: linkType.exactOptional(),
    strength: share(`How closely they belong together, ${ONLY_BY_HAND}; 0.5 where left out`).exactOptional(),
    confidence: share(`How sure the link is, ${ONLY_BY_HAND}; 0.5 where left out`).exactOptional(),
  })
  .meta({ id: "LinkRequest", description: "Links to detect, or one link to create", ...EITHER });

export const outcome = z
  .strictObject({
    linksCreated: z.array(outgoing).meta({ description: "New links only, the best first" }),
    totalLinks: counted("Links out of the memory"),
  })
  .meta({ id: "LinkOutcome", description: "The links that were created" });

export const linkedMemory = z
  .strictObject({
    memory,
    links: z.array(outgoing).meta({ description: "All links out of it, the strongest first; at most 64" }),
    backlinks: z.array(backlink).meta({ description: "The 100 newest links to it, the newest first" }),
  })
  .meta({ id: "LinkedMemory", description: "A memory and its links" });

type Body = z.output<typeof body>;

export const link: Endpoint = postEndpoint({
  operationId: "linkMemory",
  tag: "Memory",
  summary: "Link a memory to others",
  description:
    "Detects links to the nearest neighbours of the memory, by words and, where an embedding provider is configured, by meaning: `related_to`; `elaborates` where it repeats another memory and adds to it; `contradicts` where it differs from a near-equal statement in a number or a negation. A configured model refines them: it drops links and sets their types, including `caused_by`. Questions are linked to questions only, and a reflection to the memories it is based on. With `autoDetect` false the one link of `targetId` and `type` is created. A link is unique by source, target and type: an existing link is not created again. At most 64 links lead out of one memory. The first contradiction of a memory by a newer one lowers its confidence by up to a half, but one that the service finds between what a person told and what a feed reported later does not. After a tick an autonomous agent links new memories by itself, in the same way but without a model.",
  answer: "The links that were created; none where all of them existed.",
  failures: ["NotFound"],
  example: { body: { memoryId: "{memoryId}" } },
  body,
  response: outcome,
  handle: (ctx, body, claimed) =>
    runIdempotent(ctx, claimed, () =>
      body.autoDetect ? detected(ctx, body, claimed) : byHand(ctx, body, claimed),
    ),
});

export const linked: Endpoint = getEndpoint({
  operationId: "readLinkedMemory",
  tag: "Memory",
  summary: "A memory and its links",
  description:
    "The memory, the links that lead out of it, and the newest 100 that lead to it. Reading does not count as recall and raises no salience.",
  answer: "The memory and its links.",
  failures: ["NotFound"],
  example: { query: { id: "{memoryId}" } },
  query: z.strictObject({ id: id.meta({ description: "The memory" }) }),
  response: linkedMemory,
  handle: async (ctx, { id }) => {
    const found = await ctx.runQuery(internal.memories.queries.linked, { id });
    if (found === null) throw unknownId("memory", id);
    return { ...found, memory: parseMetadata(found.memory) };
  },
});

async function detected(ctx: ActionCtx, body: Body, claimed: Claimed) {
  for (const field of ["targetId", "type", "strength", "confidence"] as const) {
    if (body[field] !== undefined) throw invalid(field, "must be left out with autoDetect", body[field]);
  }
  const outcome = await linkMemory(ctx, body.memoryId, claimed);
  if (outcome === null) throw unknownId("memory", body.memoryId);
  return outcome;
}

async function byHand(ctx: ActionCtx, body: Body, claimed: Claimed) {
  const { memoryId, targetId, type, strength = 0.5, confidence = 0.5 } = body;
  if (targetId === undefined) throw invalid("targetId", "is required without autoDetect");
  if (type === undefined) throw invalid("type", "is required without autoDetect");
  const link = { id: memoryId, targetId, type, strength, confidence };
  const outcome = await ctx.runMutation(internal.memories.linkFunctions.createManual, {
    ...link,
    ...claimed,
  });
  switch (outcome.kind) {
    case "made":
      return { linksCreated: outcome.linksCreated, totalLinks: outcome.totalLinks };
    case "unknown":
      throw unknownId("memory", outcome.id);
    case "itself":
      throw invalid("targetId", "must be another memory than memoryId", targetId);
    case "other scope":
      throw invalid("targetId", "must be a memory of the same scope", targetId);
    case "full":
      throw invalid("memoryId", `already has the maximum of ${outcome.most} links`);
  }
}
