/** POST /mcp as an OpenAPI operation. Its messages are those of MCP, which its own schema describes. */
import { mediaType } from "./operation";
import { FAILURES, headersWith, type FailureName } from "./responses";
import type { Json } from "./schemas";

const VERSION: Json = { type: "string", const: "2.0" };
const MESSAGE: Json = {
  type: "object",
  description: "A JSON-RPC 2.0 request of the Model Context Protocol, or without `id` a notification",
  properties: {
    jsonrpc: VERSION,
    id: { type: ["string", "integer"] },
    method: {
      description: "An unknown one is answered with an error of the protocol",
      anyOf: [
        {
          type: "string",
          enum: ["initialize", "ping", "tools/list", "tools/call", "resources/list", "resources/read"],
        },
        { type: "string" },
      ],
    },
    params: { type: "object", additionalProperties: true },
  },
  required: ["jsonrpc", "method"],
  additionalProperties: false,
};
const ANSWER: Json = {
  type: "object",
  properties: {
    jsonrpc: VERSION,
    id: { type: ["string", "integer", "null"], description: "Of the request" },
    result: { type: "object", additionalProperties: true },
    error: { type: "object", additionalProperties: true },
  },
  required: ["jsonrpc"],
  additionalProperties: false,
};

const SHARED: readonly FailureName[] = [
  "Unauthorized",
  "Forbidden",
  "BodyTooLarge",
  "RateLimited",
  "Unforeseen",
  "Busy",
];

export const MCP: Json = {
  operationId: "callMcp",
  summary: "Speak the Model Context Protocol",
  description:
    "Streamable HTTP without sessions and streams: each message is answered at once, in JSON. `Accept` must name `application/json` and `text/event-stream`. A tool stands for one operation of this document, with its token, its rate class and its errors, which are results with `isError`. Without a token, the tools that need none work; a wrong token is 401.\n\nRate class: that of what it calls, and `read` where it calls nothing.",
  tags: ["Interface"],
  security: [{ writeToken: [] }, { tickToken: [] }, { readToken: [] }, {}],
  requestBody: { required: true, content: mediaType(oneOrMore(MESSAGE), undefined, "body") },
  responses: {
    200: answer("The answer, also where it is an error of the protocol.", oneOrMore(ANSWER)),
    202: { description: "Taken: a notification has no answer.", headers: headersWith() },
    400: answer("The body is no message, or one of another revision.", ANSWER),
    404: answer("The revision has no such method.", ANSWER),
    406: answer("`Accept` leaves out one of the two types.", ANSWER),
    415: answer("The body's Content-Type is not application/json.", ANSWER),
    ...Object.fromEntries(
      SHARED.map((name) => [FAILURES[name].status, { $ref: `#/components/responses/${name}` }]),
    ),
  },
};

/** Older revisions send several at once. */
function oneOrMore(schema: Json): Json {
  return { anyOf: [schema, { type: "array", items: schema, minItems: 1 }] };
}

function answer(description: string, schema: Json): Json {
  return { description, headers: headersWith(), content: mediaType(schema, undefined, "answer") };
}
