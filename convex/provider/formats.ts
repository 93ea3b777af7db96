/** The ways to ask for JSON, strictest first, and which of them each endpoint was found to serve. */
import type { ChatCompletionCreateParamsNonStreaming } from "openai/resources/chat/completions";
import { timeSince } from "../../mind/time/timeSince";
import type { Endpoint } from "../settings";
import type { Failure } from "./failure";
import { PerEndpoint } from "./perEndpoint";
import type { JsonSchema } from "./structure";

/** Bound by schema, bound to be JSON, or merely asked to be. */
export type Format = "json_schema" | "json_object" | "text";

const STRICTEST: Format = "json_schema";

const WEAKER: { readonly [format in Format]: Format | null } = {
  json_schema: "json_object",
  json_object: "text",
  text: null,
};

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

/**
 * A weaker format is asked for no longer than this, for a model may write nonsense twice though its server takes a schema;
 * where the server does not, the next try costs one call of a question, and that answer's repair is asked for in what works.
 */
const WEAK_FOR_MS = 60 * 60_000;

const knownFormats = new PerEndpoint<Known>();

/** The format to ask an endpoint for. */
export function formatFor(endpoint: Endpoint): Format {
  const known = knownFormats.get(endpoint);
  if (known === undefined || known.format === STRICTEST) return STRICTEST;
  if (timeSince(known.weakSince, Date.now()) < WEAK_FOR_MS) return known.format;
  knownFormats.forget(endpoint);
  return STRICTEST;
}

/** The next weaker format, or the same where there is none. */
export function weakerThan(format: Format): Format {
  return WEAKER[format] ?? format;
}

/** Keeps that the endpoint answered in this format; of a stronger one that has worked, only if that was refused again. */
export function proveFormat(endpoint: Endpoint, format: Format): void {
  const known = knownFormats.get(endpoint);
  if (known?.proven === true && known.format !== format && known.refusals <= MOST_REFUSALS) return;
  keep(endpoint, format, true);
}

/** Keeps that the endpoint took a format and did not honour it: one that never worked gives way. */
export function distrustFormat(endpoint: Endpoint, format: Format): void {
  const known = noteRefusal(endpoint, format);
  if (known?.proven !== true || known.refusals > MOST_REFUSALS) keep(endpoint, weakerThan(format), false);
}

function keep(endpoint: Endpoint, format: Format, proven: boolean): void {
  const known = knownFormats.get(endpoint);
  const weakSince = known === undefined || known.format === STRICTEST ? Date.now() : known.weakSince;
  knownFormats.set(endpoint, { format, proven, refusals: 0, weakSince });
}

/** The format to try after a failure, or null where the failure has nothing to do with the format. */
export function formatAfter(failure: Failure, endpoint: Endpoint, format: Format): Format | null {
  const { status } = failure;
  const refused =
    failure.blamesFormat ||
    // Many servers say no more than that; until a format has worked, it is the first suspect.
    ((status === 400 || status === 422 || status === 501) && knownFormats.get(endpoint)?.proven !== true);
  if (!refused) return null;
  noteRefusal(endpoint, format);
  return WEAKER[format];
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
  switch (format) {
    case "json_schema":
      return {
        response_format: { type: "json_schema", json_schema: { name, schema: { ...schema }, strict: true } },
      };
    case "json_object":
      return { response_format: { type: "json_object" } };
    case "text":
      return {};
  }
}

/** The schema in words, for servers that don't enforce it. */
export function schemaInstruction(schema: JsonSchema): string {
  return [
    "Answer with one JSON object and nothing else: no prose, no code fence. It must fit this JSON Schema:",
    JSON.stringify(schema),
  ].join("\n");
}
