/** What a provider says about a request that it refused or failed with, wherever in the body it says so. */
import * as z from "zod";
import { beginningOf } from "../../mind/text/truncate";

/** Of a page of errors more is not looked at. */
export const MOST_READ = 10_000;

/** A message that finds what was sent too long. */
export const TOO_LONG =
  /context (length|size|window)|too (long|large|many tokens)|(input|sequence|text|maximum) length|(max|maximum|limit|less|fewer|exceed)\w{0,10}\b.{0,60}\btokens?|\btokens?\b.{0,60}\b(max|limit|exceed)/i;

const word = z.union([z.string(), z.number()]);

// OpenAI's `error.message`, what Ollama and TEI put in `error`, Mistral's and vLLM's `message`, FastAPI's `detail`, the list
// that Gemini sends, and what OpenRouter heard from the server behind it.
const told: z.ZodType<string> = z.lazy(() =>
  z.union([
    z.string(),
    z.array(told).transform((parts) => parts.filter((part) => part !== "").join("; ")),
    z.object({ loc: z.array(word), msg: z.string() }).transform(({ loc, msg }) => `${loc.join(".")}: ${msg}`),
    z
      .object({ message: z.string(), metadata: z.object({ raw: z.string() }).nullish().catch(null) })
      .transform(({ message, metadata }) => [message, metadata?.raw ?? ""].filter(Boolean).join(": ")),
    z.object({ error: z.unknown() }).transform(({ error }) => messageOf(error)),
    z.object({ detail: z.unknown() }).transform(({ detail }) => messageOf(detail)),
    z.object({ choices: z.array(z.unknown()) }).transform(({ choices }) => messageOf(choices)),
  ]),
);

/** The beginning of the message in a body; empty where there is none that can be told from the rest. May quote the key and the prompt. */
export function messageIn(body: string): string {
  return beginningOf(messageInAll(body), MOST_READ);
}

function messageInAll(body: string): string {
  try {
    return messageOf(JSON.parse(body));
  } catch {
    return body.trim();
  }
}

function messageOf(value: unknown): string {
  const parsed = told.safeParse(value);
  return parsed.success ? parsed.data : "";
}
