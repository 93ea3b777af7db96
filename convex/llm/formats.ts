/** The ways to ask for JSON, strictest first, and which of them each endpoint was found to serve. */
import type { ChatCompletionCreateParamsNonStreaming } from "openai/resources/chat/completions";
import { timeSince } from "../../mind/time/timeSince";
import type { Endpoint } from "../lib/settings";
import type { Failure } from "./failure";
import { PerEndpoint } from "./perEndpoint";
import type { JsonSchema } from "./structure";

/** Bound by schema, bound to be JSON, or merely asked to be. */
export type Format = (typeof FORMATS)[number];

const FORMATS = ["json_schema", "json_object", "text"] as const;

interface Known {
  readonly format: Format;
  /** Whether the endpoint has answered in this format. */
  readonly proven: boolean;
  /** How often in a row a proven format was refused, or not honoured, since. */
  readonly refusals: number;
  /** When it was found to be weaker than the strictest, in milliseconds. */
  readonly weakSince: number;
}

// One refusal of what has worked may be a hiccup: some servers answer 400 to what their own model made of a schema.
const MOST_REFUSALS = 1;

// A model may write nonsense twice though its server takes a schema. Trying again costs one call where the server does not.
const WEAK_FOR_MS = 60 * 60_000;

const knownFormats = new PerEndpoint<Known>();

/** The format to ask an endpoint for. */
export function formatFor(endpoint: Endpoint): Format {
  const known = knownFormats.get(endpoint);
  if (known === undefined || timeSince(known.weakSince, Date.now()) < WEAK_FOR_MS)
    return known?.format ?? FORMATS[0];
  if (known.format !== FORMATS[0]) knownFormats.forget(endpoint);
  return FORMATS[0];
}

/** The next weaker format; null where there is none. */
function weakerThan(format: Format): Format | null {
  return FORMATS[FORMATS.indexOf(format) + 1] ?? null;
}

/** Keeps that the endpoint answered in this format; of a stronger one that has worked, only if that was refused again. */
export function proveFormat(endpoint: Endpoint, format: Format): void {
  const known = knownFormats.get(endpoint);
  if (known?.proven === true && known.format !== format && known.refusals <= MOST_REFUSALS) return;
  keep(endpoint, format, true);
}

/** The format to ask for after one that the endpoint took and did not honour; a format that never worked is given up. */
export function formatAfterIgnored(endpoint: Endpoint, format: Format): Format {
  const known = noteRefusal(endpoint, format);
  const weaker = weakerThan(format) ?? format;
  if (known?.proven !== true || known.refusals > MOST_REFUSALS) keep(endpoint, weaker, false);
  return weaker;
}

/** The format to try after a failure, or null where the failure has nothing to do with the format. */
export function formatAfter(failure: Failure, endpoint: Endpoint, format: Format): Format | null {
  const { status, blamesFormat } = failure;
  // Many servers say no more than that; until a format has worked, it is the first suspect.
  const suspect = status === 400 || status === 422 || status === 501;
  if (!blamesFormat && (!suspect || knownFormats.get(endpoint)?.proven === true)) return null;
  noteRefusal(endpoint, format);
  return weakerThan(format);
}

function keep(endpoint: Endpoint, format: Format, proven: boolean): void {
  const known = knownFormats.get(endpoint);
  const weakSince = known === undefined || known.format === FORMATS[0] ? Date.now() : known.weakSince;
  knownFormats.set(endpoint, { format, proven, refusals: 0, weakSince });
}

function noteRefusal(endpoint: Endpoint, format: Format): Known | undefined {
  const known = knownFormats.get(endpoint);
  if (known?.proven !== true || known.format !== format) return known;
  const noted = { ...known, refusals: known.refusals + 1 };
  knownFormats.set(endpoint, noted);
  return noted;
}

/** What a request carries for a format; plain text carries nothing. */
export function responseFormat(
  format: Format,
  name: string,
  schema: JsonSchema,
): Pick<ChatCompletionCreateParamsNonStreaming, "response_format"> {
  if (format === "text") return {};
  if (format === "json_object") return { response_format: { type: format } };
  return { response_format: { type: format, json_schema: { name, schema: { ...schema }, strict: true } } };
}

/** The schema in words, for servers that don't enforce it. */
export function schemaInstruction(schema: JsonSchema): string {
  return `Answer with one JSON object and nothing else: no prose, no code fence. It must fit this JSON Schema:\n${JSON.stringify(schema)}`;
}
