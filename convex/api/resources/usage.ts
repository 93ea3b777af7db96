/** GET /usage: what the calls to the model and the embedding provider cost. */
import * as z from "zod";
import { byWord, PURPOSES } from "../../../mind/enums";
import { DAY_MS } from "../../../mind/time/calendarDay";
import { internal } from "../../_generated/api";
import { spent } from "../../llm/tables";
import { publicDay } from "../../llm/usage";
import { getEndpoint, type Endpoint } from "../route";
import { paged } from "../schemas/common";
import { counted } from "../schemas/fields";
import { pageOf, responseOf } from "../schemas/shape";

const day = z.iso.date({ error: "must be a day, such as 2026-03-01" });

const cost = responseOf("Spent", "What was spent for one purpose", spent, {
  calls: counted("Requests, failed ones included"),
  input: counted("Tokens sent, as the provider reports them"),
  output: counted("Tokens received, as the provider reports them"),
});

const usageDay = responseOf("UsageDay", "The calls to providers on one day", publicDay, {
  day: z.iso.date().meta({ description: "A calendar day of the agent's time zone" }),
  tokens: counted("Tokens of the language model in all, which `LLM_DAILY_TOKENS` limits; without embeddings"),
  purposes: z.strictObject(byWord(PURPOSES, () => cost)).meta({
    description:
      "`repair` is the second try after an unusable answer, whatever the first was for; `probe` asks a failing model whether it works again",
  }),
});

export const list: Endpoint = getEndpoint({
  operationId: "listUsage",
  tag: "State and health",
  summary: "Calls and tokens by day and purpose",
  description:
    "Lists the days on which the language model or the embedding provider was called, newest first. `since` and `until` are exclusive.",
  answer: "A page of days.",
  example: { query: { limit: "2" } },
  query: z.strictObject({
    ...paged(30),
    since: day.exactOptional().meta({ description: "Only days after this one" }),
    until: day.exactOptional().meta({ description: "Only days before this one" }),
  }),
  response: pageOf("UsagePage", "Days on which a provider was called, newest first", "days", usageDay),
  handle: (ctx, { since, until, ...page }) => {
    const range = { ...page, since: dayNumber(since), until: dayNumber(until) };
    return ctx.runQuery(internal.llm.functions.usage, range);
  },
});

/** In days since 1 January 1970. */
function dayNumber(day: string | undefined): number | undefined {
  return day === undefined ? undefined : Date.parse(day) / DAY_MS;
}
