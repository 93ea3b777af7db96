/** Generates the OpenAPI document from the routes. */
import type * as z from "zod";
import { TAGS } from "../documentation";
import { codeOf } from "../errors";
import type { Route } from "../route";
import { error } from "../schemas/error";
import type { documentBody } from "../resources/openapi";
import type { Examples, Exchange } from "./examples";
import { GUIDE } from "./guide";
import { MCP } from "./mcp";
import { mediaType, operationOf } from "./operation";
import { FAILURES, HEADERS, headersWith, type Failure } from "./responses";
import { sortedByName, SharedComponents, type Json } from "./schemas";

export type OpenApiDocument = z.output<typeof documentBody>;

/** @throws {Error} where two different schemas have the same id */
export function documentOf(routes: readonly Route[], version: string, examples: Examples): OpenApiDocument {
  const shared = new SharedComponents();
  const failure = shared.schema(error, "output");
  const paths = new Map<string, Record<string, Json>>();
  for (const route of routes) {
    const operations = paths.get(route.path) ?? {};
    operations[route.method.toLowerCase()] = operationOf(route, shared, examples);
    paths.set(route.path, operations);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Anima",
      version,
      summary: "The backend of one autonomous agent",
      description: GUIDE,
      license: { name: "Apache License 2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/", description: "The service that this document comes from" }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: { ...Object.fromEntries(paths), "/mcp": { post: MCP } },
    components: {
      schemas: sortedByName(shared.schemas),
      parameters: {
        ...sortedByName(shared.parameters),
        ...{ IdempotencyKey: IDEMPOTENCY_KEY, IfMatch: IF_MATCH, LastEventId: LAST_EVENT_ID },
      },
      headers: HEADERS,
      responses: responses(failure, examples),
      securitySchemes: SECURITY,
    },
  };
}

const IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  in: "header",
  description:
    "Makes a retry safe. The same key with the same caller, path and body (byte for byte) within 24 hours gives the first answer again and writes nothing; while the first request runs, the second waits for it. A refused or failed request does not use its key up. Printable ASCII.",
  schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[\\x20-\\x7e]+$" },
};

const IF_MATCH = {
  name: "If-Match",
  in: "header",
  description:
    "The version that the request is meant for, as an answer's ETag gives it. The request is refused where the version is another one by now. Without it, or with `*`, any version will do.",
  schema: { type: "string", pattern: '^(\\*|[0-9]{1,15}|"[0-9]{1,15}")$' },
};

const LAST_EVENT_ID = {
  name: "Last-Event-ID",
  in: "header",
  description:
    "The id of the last event that was read. The stream goes on after it; without it, it begins now.",
  schema: { type: "string", pattern: "^(evt_[0-9]{1,15}_[0-9a-z]{1,10})?$" },
};

const SECURITY = {
  tickToken: {
    type: "http",
    scheme: "bearer",
    description: "A token of TICK_TOKEN, for requests that make the agent work.",
  },
  writeToken: {
    type: "http",
    scheme: "bearer",
    description:
      "A token of WRITE_TOKEN, or of TICK_TOKEN where it is unset, for requests that give the agent input.",
  },
  readToken: {
    type: "http",
    scheme: "bearer",
    description:
      "A token of READ_TOKEN, for requests that read. Where it is unset, reading needs no token; where it is set, the other tokens open reading, too.",
  },
};

function responses(schema: Json, { failures }: Examples): Json {
  const exchanges: Readonly<Record<string, Exchange | undefined>> = failures;
  const all = Object.entries<Failure>(FAILURES).map(
    ([name, { status, code = codeOf(status), description, headers }]) => [
      name,
      {
        description: `${description} Code: \`${code}\`.`,
        headers: headersWith(headers),
        content: mediaType(schema, exchanges[name], "answer"),
      },
    ],
  );
  return Object.fromEntries(all);
}
