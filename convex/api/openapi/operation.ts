/** One route as an OpenAPI operation. */
import * as z from "zod";
import { readSettings } from "../../lib/settings";
import type { Route } from "../route";
import type { Examples } from "./examples";
import { FAILURES, failuresOf, takesKey } from "./failures";
import { headersWith } from "./headers";
import type { Json, Shared } from "./schemas";

/** What a body looks like once. */
export interface Example {
  /** The request that it belongs to. */
  readonly summary: string;
  readonly value: unknown;
}

/** Describes the route; what it has in common with others goes to `shared`. */
export function operationOf(route: Route, shared: Shared, examples: Examples): Json {
  const { operationId, tag, summary, description, answer } = route.documentation;
  const exchange = examples.operations[operationId];
  const parameters = parametersOf(route, shared);
  return {
    operationId,
    summary,
    description: `${description}\n\n${rateOf(route)}`,
    tags: [tag],
    security: route.auth === "none" ? [] : [{ [`${route.auth}Token`]: [] }],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(route.method === "GET"
      ? {}
      : {
          requestBody: requestBody(route, shared, exchange?.body && example(exchange.request, exchange.body)),
        }),
    responses: {
      200: {
        description: answer,
        headers: headersWith([]),
        content: mediaType(
          shared.schema(answerSchema(route), "output"),
          exchange && example(exchange.request, exchange.answer),
        ),
      },
      ...Object.fromEntries(
        failuresOf(route).map((name) => [FAILURES[name].status, { $ref: `#/components/responses/${name}` }]),
      ),
    },
  };
}

/** The schema of the whole answer to a success: a POST's has the envelope's `success`. */
export function answerSchema({ method, response }: Route): z.ZodType {
  if (method === "GET") return response;
  if (!(response instanceof z.ZodUnion)) return succeeded(response);
  return named(z.union(response.options.map(succeeded)), response);
}

function succeeded(response: z.ZodObject): z.ZodType {
  return named(z.strictObject({ success: z.literal(true), ...response.shape }), response);
}

/** By the name and the description of what it was made of. */
function named(schema: z.ZodType, original: z.ZodType): z.ZodType {
  const meta = original.meta();
  return meta === undefined ? schema : schema.meta(meta);
}

/** A JSON body as OpenAPI's `content`. */
export function mediaType(schema: Json, shown: Example | undefined): Json {
  return {
    "application/json": { schema, ...(shown === undefined ? {} : { examples: { recorded: shown } }) },
  };
}

function example(summary: string, value: unknown): Example {
  return { summary, value };
}

function parametersOf(route: Route, shared: Shared): Json[] {
  const required = new Set(z.toJSONSchema(route.query, { io: "input", unrepresentable: "any" }).required);
  const query = Object.entries(route.query.shape).map(([name, field]) =>
    shared.parameter(name, field, required.has(name)),
  );
  return takesKey(route) ? [...query, { $ref: "#/components/parameters/IdempotencyKey" }] : query;
}

function requestBody(route: Route, shared: Shared, shown: Example | undefined): Json {
  const required = !route.body.safeParse({}).success;
  const empty = Object.keys(route.body.shape).length === 0;
  return {
    ...(empty ? { description: "None, or an empty object." } : {}),
    required,
    content: mediaType(shared.schema(route.body, "input"), shown),
  };
}

function rateOf({ class: rateClass }: Route): string {
  // The defaults stand where all settings do.
  const usual = readSettings({}).rateLimits[rateClass];
  return `Rate class: \`${rateClass}\`, ${usual} requests a minute unless configured otherwise.`;
}
