/** GET and PATCH /knowledge/{id}. */
import { v } from "convex/values";
import * as z from "zod";
import { internal } from "../../_generated/api";
import { changeKnowledge, ingested } from "../../knowledge/ingest";
import { publicItem } from "../../knowledge/items";
import { invalid, unknownId, wrongVersion } from "../errors";
import { runIdempotent } from "../idempotencyKey";
import { emptyInput, getEndpoint, postEndpoint, type Endpoint } from "../route";
import { text } from "../schemas/common";
import { share } from "../schemas/fields";
import { metadata, parseOptionalMetadata, sentMetadata } from "../schemas/metadata";
import { responseOf } from "../schemas/shape";
import { passageCount, tag } from "./knowledge";

export const read: Endpoint = getEndpoint({
  operationId: "getKnowledge",
  tag: "Knowledge",
  summary: "Read an item of knowledge",
  description: "An item by its id. The answer's ETag is its version.",
  answer: "The item.",
  versioned: true,
  example: { id: "{knowledgeId}" },
  query: emptyInput,
  response: responseOf(
    "VersionedKnowledge",
    "An item of knowledge with its version",
    publicItem.extend({ version: v.number() }),
    { metadata },
  ),
  handle: async (ctx, _query, { id }) => {
    const found = await ctx.runQuery(internal.knowledge.queries.byId, { id });
    if (found === null) throw unknownId("item of knowledge", id);
    return parseOptionalMetadata(found);
  },
});

const changes = z
  .strictObject({
    title: text(512).exactOptional(),
    content: text(131_072).exactOptional(),
    source: text(512).exactOptional(),
    tags: z.array(tag).max(32).exactOptional(),
    confidence: share("How sure it is").exactOptional(),
    metadata: sentMetadata.exactOptional(),
  })
  .meta({ id: "KnowledgeChanges", description: "The fields of an item to change; the others stay" });

export const change: Endpoint = postEndpoint({
  operationId: "changeKnowledge",
  tag: "Knowledge",
  summary: "Correct an item of knowledge",
  description:
    "Changes the fields that are sent; its passages are split and embedded anew where they differ. `tags` and `metadata` replace the former ones. Source and title must not be those of another item of its scope.",
  answer: "The item is changed.",
  versioned: true,
  example: { id: "{knowledgeId}", body: { confidence: 0.9 } },
  body: changes,
  response: responseOf(
    "KnowledgeChanged",
    "The item is changed",
    ingested.pick("chunks", "embedding").extend({ version: v.number() }),
    { chunks: passageCount, embedding: "Whether all passages have their vectors already" },
  ),
  handle: (ctx, { tags, ...changes }, claimed, { id, version }) => {
    if (tags === undefined && Object.keys(changes).length === 0)
      throw invalid("body", "must have one of title, content, source, tags, confidence, metadata");
    const named = tags === undefined ? changes : { ...changes, tags: [...new Set(tags)] };
    return runIdempotent(ctx, claimed, async () => {
      const outcome = await changeKnowledge(ctx, { id, version, changes: named }, claimed);
      switch (outcome.kind) {
        case "done": {
          const { kind: _kind, ...changed } = outcome;
          return changed;
        }
        case "unknown":
          throw unknownId("item of knowledge", id);
        case "outdated":
          throw wrongVersion("item of knowledge", outcome.version);
        case "taken":
          throw invalid("title", "another item has this source and title");
      }
    });
  },
});
