/** GET and PATCH /memories/{id}, GET /memories/{id}/history, POST /memories/{id}/restore. */
import * as z from "zod";
import { internal } from "../../_generated/api";
import { changedMemory, changeMemory, type ChangeOutcome } from "../../corrections/change";
import { publicVersion } from "../../memories/versions";
import { invalid, unknownId, wrongVersion } from "../errors";
import { runIdempotent } from "../idempotencyKey";
import { emptyInput, getEndpoint, postEndpoint, type Endpoint } from "../route";
import { paged, text, version } from "../schemas/common";
import { share } from "../schemas/fields";
import { memory, pinned } from "../schemas/memory";
import { metadata, parseMetadata, sentMetadata } from "../schemas/metadata";
import { pageOf, responseOf } from "../schemas/shape";
import { memoryType } from "../schemas/words";

export const read: Endpoint = getEndpoint({
  operationId: "getMemory",
  tag: "Memory",
  summary: "Read a memory",
  description: "A memory by its id. The answer's ETag is its version.",
  answer: "The memory.",
  versioned: true,
  example: { id: "{memoryId}" },
  query: emptyInput,
  response: z
    .strictObject({ ...memory.shape, version })
    .meta({ id: "VersionedMemory", description: "A memory with its version" }),
  handle: async (ctx, _query, { id }) => {
    const found = await ctx.runQuery(internal.memories.queries.byId, { id });
    if (found === null) throw unknownId("memory", id);
    return parseMetadata(found);
  },
});

export const changes = z
  .strictObject({
    type: memoryType.exactOptional(),
    content: text(16_384).exactOptional(),
    importance: share("How much it matters").exactOptional(),
    confidence: share("How sure it is").exactOptional(),
    metadata: sentMetadata.exactOptional(),
    pinned,
  })
  .meta({ id: "MemoryChanges", description: "The fields of a memory to change; the others stay" });

export const changed = responseOf("MemoryChanged", "The memory is changed", changedMemory, {
  importance: "How much it matters now",
});

export const change: Endpoint = postEndpoint({
  operationId: "changeMemory",
  tag: "Memory",
  summary: "Correct a memory",
  description:
    "Changes the fields that are sent. Another text is judged anew: sentiment, names, and importance unless a caller has given one. It is embedded, linked and grouped into themes as a new memory is; links that were found by the service are dropped, those made by hand stay. `metadata` replaces the former object. The version before stays in the history.",
  answer: "The memory is changed.",
  versioned: true,
  example: { id: "{memoryId}", body: { confidence: 0.9 } },
  body: changes,
  response: changed,
  handle: (ctx, changes, claimed, { id, version }) => {
    if (Object.keys(changes).length === 0)
      throw invalid("body", "must have one of type, content, importance, confidence, metadata, pinned");
    return runIdempotent(ctx, claimed, async () =>
      changedOrThrow(id, await changeMemory(ctx, { id, ...versionOf(version), to: { changes }, ...claimed })),
    );
  },
});

const restoreBody = z
  .strictObject({ version: z.int().min(1).meta({ description: "The earlier version, as in the history" }) })
  .meta({ id: "VersionToRestore", description: "The version to take back" });

export const restore: Endpoint = postEndpoint({
  operationId: "restoreMemory",
  tag: "Memory",
  summary: "Take an earlier version back",
  description:
    "Gives a memory the type, text, importance, confidence and metadata of an earlier version, as a new version.",
  answer: "The memory is changed.",
  versioned: true,
  example: { id: "{memoryId}", body: { version: 1 } },
  body: restoreBody,
  response: changed,
  handle: (ctx, { version: restored }, claimed, { id, version }) =>
    runIdempotent(ctx, claimed, async () => {
      const request = { id, ...versionOf(version), to: { restored }, ...claimed };
      return changedOrThrow(id, await changeMemory(ctx, request), restored);
    }),
});

function versionOf(version: number | undefined) {
  return version === undefined ? {} : { version };
}

function changedOrThrow(id: string, outcome: ChangeOutcome, restored?: number) {
  switch (outcome.kind) {
    case "done":
      return outcome.changed;
    case "unknown":
      throw unknownId("memory", id);
    case "outdated":
      throw wrongVersion("memory", outcome.version);
    case "unknown version":
      throw invalid("version", `must be an earlier version than ${outcome.version}`, restored);
  }
}

const historyEntry = responseOf("MemoryVersion", "A memory as it was before a change", publicVersion, {
  change: "What ended this version",
  by: "Who did: `world` for callers, `self` for the agent",
  importance: "How much it mattered",
  confidence: "How sure it was",
  metadata,
  changeId: "The change set that ended it, to be undone",
  merged: "Of a merge: the wording that was merged in",
});

export const history: Endpoint = getEndpoint({
  operationId: "listMemoryVersions",
  tag: "Memory",
  summary: "The history of a memory",
  description:
    "Lists the earlier versions of a memory, the newest first: each as it was until a caller edited or restored it, a duplicate was merged into it, another memory contradicted it, or one of these was undone. They are erased with the memory.",
  answer: "A page of versions.",
  example: { id: "{memoryId}", query: { limit: "1" } },
  query: z.strictObject(paged(20)),
  response: pageOf("MemoryHistory", "Versions, newest first", "versions", historyEntry),
  handle: async (ctx, range, { id }) => {
    const page = await ctx.runQuery(internal.memories.queries.history, { id, ...range });
    if (page === null) throw unknownId("memory", id);
    return { ...page, versions: page.versions.map(parseMetadata) };
  },
});
