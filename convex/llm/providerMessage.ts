/** What a provider says about a request that it refused or failed, and how much of it the log may repeat. */
import * as z from "zod";
import { beginningOf } from "../../mind/text/truncate";
import { HIDDEN, redactSecrets } from "../lib/redact";
import { parseJson } from "./extractJson";

/** Characters of a message that are read: the rest of an error page adds nothing. */
export const MAX_READ = 10_000;

const MAX_LOGGED = 300;

/** A message that finds the request too long. */
export const TOO_LONG =
  /context (length|size|window)|too (long|large|many tokens)|(input|sequence|text|maximum) length|(max|maximum|limit|less|fewer|exceed)\w{0,10}\b.{0,60}\btokens?|\btokens?\b.{0,60}\b(max|limit|exceed)/i;

const word = z.union([z.string(), z.number()]);

// OpenAI's `error.message`, what Ollama and TEI put in `error`, Mistral's and vLLM's `message`, FastAPI's `detail`, the list
// that Gemini sends, and what OpenRouter received from the server behind it.
const message: z.ZodType<string> = z.lazy(() =>
  z.union([
    z.string(),
    z.array(message).transform((parts) => parts.filter((part) => part !== "").join("; ")),
    z.object({ loc: z.array(word), msg: z.string() }).transform(({ loc, msg }) => `${loc.join(".")}: ${msg}`),
    z
      .object({ message: z.string(), metadata: z.object({ raw: z.string() }).nullish().catch(null) })
      .transform(({ message, metadata }) => [message, metadata?.raw ?? ""].filter(Boolean).join(": ")),
    z.object({ error: z.unknown() }).transform(({ error }) => messageOf(error)),
    z.object({ detail: z.unknown() }).transform(({ detail }) => messageOf(detail)),
    z.object({ choices: z.array(z.unknown()) }).transform(({ choices }) => messageOf(choices)),
  ]),
);

/** The beginning of the error message in a response body; empty where there is none. May quote the key and the prompt. */
export function messageIn(body: string): string {
  const json = parseJson(body);
  return beginningOf(json === null ? body.trim() : messageOf(json.value), MAX_READ);
}

function messageOf(value: unknown): string {
  const parsed = message.safeParse(value);
  return parsed.success ? parsed.data : "";
}

export interface Sent {
  readonly key: string;
  /** Prompts or texts. */
  readonly texts: readonly string[];
}

// Each begins at a word boundary, so that a long word is scanned once and not once for each of its letters.
const KEYS = [
  /\bBearer\s+\S+/gi,
  /\bAPI[ _-]?keys?\b[^:='"`\n]{0,20}[:='"`]\s*["'`]?[^\s"'`]+/gi,
  // Masked ones.
  /(?<![\w-])[\w-]*(?:\*{3,}[\w-]*)+/g,
  /(?<![\w-])[\w-]+(?:\.{3}|…)[\w-]+/g,
];

// A local server accepts any text as a key. A shorter one is no secret, and may occur in messages by chance.
const MIN_SECRET = 8;

/** The message on one line, at most 300 characters, keys hidden; empty where it repeats a part of what was sent. */
export function loggable(message: string, { key, texts }: Sent): string {
  let line = beginningOf(message, MAX_READ).replace(/<[^<>]*>/g, " ");
  if (key.length >= MIN_SECRET) line = withoutCutKey(redactSecrets(line, [key]), key);
  for (const pattern of KEYS) line = line.replace(pattern, HIDDEN);
  line = line.replace(/[\p{C}\s]+/gu, " ").trim();
  const shown = beginningOf(line, MAX_LOGGED);
  if (texts.some((text) => repeats(shown, text))) return "";
  return shown === line ? line : `${shown}…`;
}

/** The line without a beginning of the key at its end, where the message was cut within the key. */
function withoutCutKey(line: string, key: string): string {
  for (let length = key.length; length >= MIN_SECRET; length -= 1)
    if (line.endsWith(key.slice(0, length))) return line.slice(0, -length);
  return line;
}

// Letters and digits in a row that are no coincidence. Outside the Latin script each character says more.
const MIN_RUN = 12;
const MIN_DENSE_RUN = 5;
const MIN_WHOLE_TEXT = 3;

/** Whether the line holds a run of the text's letters and digits: a quotation may differ in blanks, marks and escapes. */
function repeats(line: string, text: string): boolean {
  const [said, sent] = [lettersOf(line), lettersOf(text)];
  if (sent.length < MIN_RUN && sent.length >= MIN_WHOLE_TEXT && said.includes(sent)) return true;
  for (let at = 0; at < said.length; at += 1) {
    const run = said.slice(at, at + MIN_RUN);
    const dense = said.slice(at, at + MIN_DENSE_RUN);
    if (run.length === MIN_RUN && sent.includes(run)) return true;
    if (/^[^\0-\u024f]{5}$/.test(dense) && sent.includes(dense)) return true;
  }
  return false;
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
}
