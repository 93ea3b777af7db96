/** One route as an OpenAPI operation. */
import * as z from "zod";
import { readSettings } from "../../lib/settings";
import type { Route } from "../route";
import type { Examples, Exchange } from "./examples";
import { FAILURES, failuresOf, headersWith, takesKey, takesVersion } from "./responses";
import type { Json, SharedComponents } from "./schemas";

/** Describes the route. Components that routes share go to `shared`. */
export function operationOf(route: Route, shared: SharedComponents, examples: Examples): Json {
  const { operationId, tag, summary, description, answer, answerType } = route.documentation;
  const exchange = examples.operations[operationId];
  const parameters = parametersOf(route, shared);
  return {
    operationId,
    summary,
    description: `${description}\n\n${rateOf(route)}`,
    tags: [tag],
    security: securityOf(route),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(route.method === "GET" || route.method === "DELETE"
      ? {}
      : { requestBody: requestBody(route, shared, exchange) }),
    responses: {
      200: {
        description: answer,
        headers: headersWith(showsVersion(route) ? ["ETag"] : []),
        content:
          answerType === undefined
            ? mediaType(shared.schema(answerSchema(route), "output"), exchange, "answer")
            : textOf(answerType),
      },
      ...Object.fromEntries(
        failuresOf(route).map((name) => [FAILURES[name].status, { $ref: `#/components/responses/${name}` }]),
      ),
    },
  };
}

/** The schema of a successful answer. An answer to a write has the envelope's `success`. */
export function answerSchema({ method, response }: Route): z.ZodType {
  if (method === "GET") return response;
  if (!(response instanceof z.ZodUnion)) return succeeded(response);
  return withMetaOf(z.union(response.options.map(succeeded)), response);
}

function succeeded(response: z.ZodObject): z.ZodType {
  return withMetaOf(z.strictObject({ success: z.literal(true), ...response.shape }), response);
}

function withMetaOf(schema: z.ZodType, original: z.ZodType): z.ZodType {
  const meta = original.meta();
  return meta === undefined ? schema : schema.meta(meta);
}

/** A JSON body as OpenAPI's `content`, with the recorded example of the part. */
export function mediaType(schema: Json, exchange: Exchange | undefined, part: "body" | "answer"): Json {
  const value = exchange?.[part];
  if (value === undefined) return { "application/json": { schema } };
  const examples = { recorded: { summary: exchange?.request, value } };
  return { "application/json": { schema, examples } };
}

/** Content that is not JSON, which a schema knows as text. */
function textOf(type: string): Json {
  return { [type]: { schema: { type: "string" } } };
}

function securityOf({ auth }: Route): Json[] {
  if (auth === "none") return [];
  const own = { [`${auth}Token`]: [] };
  // The empty one: none is needed where READ_TOKEN is unset.
  return auth === "read" ? [own, { writeToken: [] }, { tickToken: [] }, {}] : [own];
}

function parametersOf(route: Route, shared: SharedComponents): Json[] {
  const required = new Set(z.toJSONSchema(route.query, { io: "input", unrepresentable: "any" }).required);
  const query = Object.entries(route.query.shape).map(([name, field]) =>
    shared.parameter(name, field, required.has(name)),
  );
  return [
    ...(route.path.includes("{id}") ? [PATH_ID] : []),
    ...query,
    ...(takesVersion(route) ? [{ $ref: "#/components/parameters/IfMatch" }] : []),
    ...(route.documentation.answerType === "text/event-stream"
      ? [{ $ref: "#/components/parameters/LastEventId" }]
      : []),
    ...(takesKey(route) ? [{ $ref: "#/components/parameters/IdempotencyKey" }] : []),
  ];
}

/** Whether every answer names the version. */
function showsVersion({ documentation, method }: Route): boolean {
  return documentation.versioned === true && method !== "DELETE";
}

const PATH_ID = {
  name: "id",
  in: "path",
  required: true,
  description: "The `_id` of what is meant, as lists and answers give it",
  schema: { type: "string" },
};

function requestBody(route: Route, shared: SharedComponents, exchange: Exchange | undefined): Json {
  const { bodyType } = route.documentation;
  if (bodyType !== undefined) return { required: false, content: textOf(bodyType) };
  const required = !route.body.safeParse({}).success;
  const empty = Object.keys(route.body.shape).length === 0;
  return {
    ...(empty ? { description: "None, or an empty object." } : {}),
    required,
    content: mediaType(shared.schema(route.body, "input"), exchange, "body"),
  };
}

function rateOf({ class: rateClass }: Route): string {
  const usual = readSettings({}).rateLimits[rateClass];
  return `Rate class: \`${rateClass}\`, ${usual} requests a minute unless configured otherwise.`;
}
