/** The ways to ask for JSON, strictest first, and which of them each endpoint supports. */
import type { ChatCompletionCreateParamsNonStreaming } from "openai/resources/chat/completions";
import { timeSince } from "../../mind/time/timeSince";
import type { ProviderEndpoint } from "../lib/settings";
import type { Failure } from "./failure";
import { endpointKey } from "./session";
import type { JsonSchema } from "./structure";

/** Enforced schema, enforced JSON, or only a request in the prompt. */
export type Format = (typeof FORMATS)[number];

const FORMATS = ["json_schema", "json_object", "text"] as const;

interface Known {
  readonly format: Format;
  /** Whether the endpoint has answered in this format. */
  readonly proven: boolean;
  /** How often in a row a proven format has since been refused or ignored. */
  readonly refusals: number;
  /** When the strictest format was found to fail, in ms since the epoch. */
  readonly weakSince: number;
}

// One refusal of a proven format may be an accident: some servers answer 400 when their model breaks the schema.
const MAX_REFUSALS = 1;

// A model may fail twice although its server supports schemas. Trying again costs one call where it does not.
const RETRY_STRICTEST_MS = 60 * 60_000;

const knownFormats = new Map<string, Known>();

/** The format to ask an endpoint for. */
export function formatFor(endpoint: ProviderEndpoint): Format {
  const known = knownOf(endpoint);
  if (known === undefined || timeSince(known.weakSince, Date.now()) < RETRY_STRICTEST_MS)
    return known?.format ?? FORMATS[0];
  if (known.format !== FORMATS[0]) knownFormats.delete(endpointKey(endpoint));
  return FORMATS[0];
}

/** Records an answer in this format. A stricter format that has worked is given up only after a second refusal. */
export function confirmFormat(endpoint: ProviderEndpoint, format: Format): void {
  const known = knownOf(endpoint);
  if (known?.proven === true && known.format !== format && known.refusals <= MAX_REFUSALS) return;
  keep(endpoint, format, true);
}

/** The format to try after one that the endpoint accepted and ignored. A format that never worked is given up. */
export function fallbackAfterIgnored(endpoint: ProviderEndpoint, format: Format): Format {
  noteRefusal(endpoint, format);
  const known = knownOf(endpoint);
  const weaker = weakerThan(format) ?? format;
  if (known?.proven !== true || known.refusals > MAX_REFUSALS) keep(endpoint, weaker, false);
  return weaker;
}

/** The format to try after a failure; null where the format is not at fault. */
export function fallbackAfterFailure(
  failure: Failure,
  endpoint: ProviderEndpoint,
  format: Format,
): Format | null {
  const { status, blamesFormat } = failure;
  // Many servers explain no more than the status. Until a format has worked, it is the first suspect.
  const suspect = status === 400 || status === 422 || status === 501;
  if (!blamesFormat && (!suspect || knownOf(endpoint)?.proven === true)) return null;
  noteRefusal(endpoint, format);
  return weakerThan(format);
}

/** The next weaker format; null where there is none. */
function weakerThan(format: Format): Format | null {
  return FORMATS[FORMATS.indexOf(format) + 1] ?? null;
}

function knownOf(endpoint: ProviderEndpoint): Known | undefined {
  return knownFormats.get(endpointKey(endpoint));
}

function keep(endpoint: ProviderEndpoint, format: Format, proven: boolean): void {
  const known = knownOf(endpoint);
  const weakSince = known === undefined || known.format === FORMATS[0] ? Date.now() : known.weakSince;
  knownFormats.set(endpointKey(endpoint), { format, proven, refusals: 0, weakSince });
}

function noteRefusal(endpoint: ProviderEndpoint, format: Format): void {
  const known = knownOf(endpoint);
  if (known?.proven === true && known.format === format)
    knownFormats.set(endpointKey(endpoint), { ...known, refusals: known.refusals + 1 });
}

/** The request's fields for a format; none for plain text. */
export function responseFormat(
  format: Format,
  name: string,
  schema: JsonSchema,
): Pick<ChatCompletionCreateParamsNonStreaming, "response_format"> {
  if (format === "text") return {};
  if (format === "json_object") return { response_format: { type: format } };
  return { response_format: { type: format, json_schema: { name, schema: { ...schema }, strict: true } } };
}

/** Puts the schema in the prompt, for servers that don't enforce it. */
export function schemaInstruction(schema: JsonSchema): string {
  return `Answer with one JSON object and nothing else: no prose, no code fence. It must fit this JSON Schema:\n${JSON.stringify(schema)}`;
}
