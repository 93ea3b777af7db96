/** The ways to ask for JSON, strictest first, and which of them each endpoint was found to serve. */
import type { ChatCompletionCreateParamsNonStreaming } from "openai/resources/chat/completions";
import type { Endpoint } from "../settings";
import type { Failure } from "./failure";
import type { JsonSchema } from "./structure";

/** Bound by schema, bound to be JSON, or merely asked to be. */
export type Format = "json_schema" | "json_object" | "text";

const WEAKER: { readonly [format in Format]: Format | null } = {
  json_schema: "json_object",
  json_object: "text",
  text: null,
};

interface Known {
  readonly format: Format;
  /** Whether the endpoint has answered in this format. */
  readonly proven: boolean;
}

// Lives as long as the process: a server that learns a format is found out at the next start.
const knownFormats = new Map<string, Known>();

/** The format to ask an endpoint for. */
export function formatFor(endpoint: Endpoint): Format {
  return knownFormats.get(key(endpoint))?.format ?? "json_schema";
}

/** Keeps that the endpoint answered in this format. */
export function proveFormat(endpoint: Endpoint, format: Format): void {
  knownFormats.set(key(endpoint), { format, proven: true });
}

/** Moves an endpoint that takes a format but does not honour it to the next weaker one. */
export function distrustFormat(endpoint: Endpoint, format: Format): void {
  const weaker = WEAKER[format];
  if (weaker !== null) knownFormats.set(key(endpoint), { format: weaker, proven: false });
}

/** The format to try after a failure, or null where the failure has nothing to do with the format. */
export function formatAfter(failure: Failure, endpoint: Endpoint, format: Format): Format | null {
  const { status } = failure;
  const refused =
    (failure.blamesFormat && (status === 400 || status === 404 || status === 422 || status === 501)) ||
    // Many servers say no more than 400; until a format has worked, it is the first suspect.
    (status === 400 && knownFormats.get(key(endpoint))?.proven !== true);
  return refused ? WEAKER[format] : null;
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

function key(endpoint: Endpoint): string {
  return `${endpoint.baseUrl} ${endpoint.model}`;
}
