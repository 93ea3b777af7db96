/** GET /notes. */
import * as z from "zod";
import { internal } from "../../_generated/api";
import { publicNote } from "../../agent/notes";
import { getEndpoint, type Endpoint } from "../route";
import { ALL_SCOPES, paged, scope, scoped, since, text } from "../schemas/common";
import { pageOf, responseOf } from "../schemas/shape";

const note = responseOf("Note", "A note to the agent, and its reply", publicNote, {
  from: "Who wrote it, where that was said",
  repliedBy: "`model`, or `reflex` where the journal wrote the reply",
  tickId: "The tick that replied",
});

export const list: Endpoint = getEndpoint({
  operationId: "listNotes",
  tag: "Control",
  summary: "Notes and their replies",
  description:
    "Lists the notes that POST /wake left, newest first. A tick replies to every note that it reads: the model in the language of the note; without a model the reply quotes what memory and knowledge hold on it, or says that nothing was found. With `from` and no `scope` the notes of that sender are listed, whatever their scope. `since` is exclusive.",
  answer: "A page of notes.",
  example: { query: { limit: "2" } },
  query: z.strictObject({
    ...paged(20),
    scope,
    from: text(128).exactOptional().meta({ description: "Only notes of this sender" }),
    status: z
      .enum(["pending", "answered"])
      .exactOptional()
      .meta({ description: "Only notes that wait, or only those with a reply" }),
    since,
  }),
  response: pageOf("NotePage", "Notes, newest first", "notes", note),
  handle: (ctx, { from, scope = from === undefined ? "" : ALL_SCOPES, ...query }) =>
    ctx.runQuery(internal.agent.queries.notes, scoped({ ...query, from, scope })),
});
