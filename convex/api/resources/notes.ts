/** GET /notes. */
import * as z from "zod";
import { PRIORITIES, WRITERS } from "../../../mind/enums";
import {
  ALL_SCOPES,
  limit,
  listFigures,
  offset,
  scope,
  scoped,
  scopeOfItem,
  since,
  text,
  timestamp,
} from "../schemas/common";
import { internal } from "../../_generated/api";
import { getEndpoint, type Endpoint } from "../route";

const status = z.enum(["pending", "answered"]);

export const note = z
  .strictObject({
    _id: z.string(),
    scope: scopeOfItem,
    note: z.string(),
    from: z.string().exactOptional().meta({ description: "Who wrote it, where that was said" }),
    priority: z.enum(PRIORITIES),
    status,
    reply: z.string().exactOptional(),
    repliedBy: z
      .enum(WRITERS)
      .exactOptional()
      .meta({ description: "`model`, or `reflex` where the journal wrote the reply" }),
    repliedAt: timestamp.exactOptional(),
    tickId: z.string().exactOptional().meta({ description: "The tick that replied" }),
    receivedAt: timestamp,
  })
  .meta({ id: "Note", description: "A note to the agent, and its reply" });

export const list: Endpoint = getEndpoint({
  operationId: "listNotes",
  tag: "Control",
  summary: "Notes and their replies",
  description:
    "Lists the notes that POST /wake left, newest first. A tick replies to every note that it reads: the model in the language of the note; without a model the reply quotes what memory and knowledge hold on it, or says that nothing was found. With `from` and no `scope` the notes of that sender are listed, whatever their scope. `since` is exclusive.",
  answer: "A page of notes.",
  example: { query: { limit: "2" } },
  query: z.strictObject({
    limit: limit(20),
    offset,
    scope,
    from: text(128).exactOptional().meta({ description: "Only notes of this sender" }),
    status: status.exactOptional().meta({ description: "Only notes that wait, or only those with a reply" }),
    since,
  }),
  response: z
    .strictObject({ notes: z.array(note), ...listFigures })
    .meta({ id: "NotePage", description: "Notes, newest first" }),
  handle: (ctx, { from, scope = from === undefined ? "" : ALL_SCOPES, ...query }) =>
    ctx.runQuery(internal.agent.queries.notes, scoped({ ...query, from, scope })),
});
