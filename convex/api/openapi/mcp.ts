/** POST /mcp as an OpenAPI operation. Its messages are those of MCP, which its own schema describes. */
import { mediaType } from "./operation";
import { FAILURES, headersWith, type FailureName } from "./responses";
import type { Json } from "./schemas";

const MESSAGE: Json = {
  type: "object",
  description: "A JSON-RPC 2.0 message of the Model Context Protocol",
  properties: {
    jsonrpc: { type: "string", const: "2.0" },
    id: { type: ["string", "integer", "null"], description: "Of a request, and of its answer" },
    method: {
      description: "What is asked for; an unknown one is answered with an error",
      anyOf: [
        {
          type: "string",
          enum: ["initialize", "ping", "tools/list", "tools/call", "resources/list", "resources/read"],
        },
        { type: "string" },
      ],
    },
    params: { type: "object", additionalProperties: true },
    result: { type: "object", additionalProperties: true },
    error: { type: "object", additionalProperties: true },
  },
  required: ["jsonrpc"],
  additionalProperties: true,
};
const MESSAGES: Json = { anyOf: [MESSAGE, { type: "array", items: MESSAGE }] };

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
  requestBody: { required: true, content: mediaType(MESSAGES, undefined, "body") },
  responses: {
    200: answer("The answer, also where it is an error of the protocol.", MESSAGES),
    202: { description: "Taken: a notification has no answer.", headers: headersWith() },
    400: answer("The body is no message, or one of another revision.", MESSAGE),
    404: answer("The revision has no such method.", MESSAGE),
    406: answer("`Accept` leaves out one of the two types.", MESSAGE),
    415: answer("The body's Content-Type is not application/json.", MESSAGE),
    ...Object.fromEntries(
      SHARED.map((name) => [FAILURES[name].status, { $ref: `#/components/responses/${name}` }]),
    ),
  },
};

function answer(description: string, schema: Json): Json {
  return { description, headers: headersWith(), content: mediaType(schema, undefined, "answer") };
}
