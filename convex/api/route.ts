/** Routes: their path, access, input and handler. */
import * as z from "zod";
import type { ActionCtx } from "../_generated/server";
import type { Claimed } from "../idempotency/idempotency";
import type { Auth } from "./caller";
import type { Documentation } from "./documentation";
import { withMetadata } from "./schemas/filters";
import { validate } from "./validate";

/** A request's input before validation. */
export interface RawInput {
  /** The path's `{id}`; empty in a path without one. */
  readonly id: string;
  /** If-Match: the version that the request is meant for; undefined for any. */
  readonly version?: number | undefined;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
  /** The body of an endpoint that takes lines; empty elsewhere. */
  readonly text: string;
  /** Empty for a GET of the read class. */
  readonly claimed: Claimed;
  /** The database could not count the request, so nothing can be written. Always false where the class has no limit. */
  readonly uncounted: boolean;
  readonly headers: Headers;
}

export type AnswerSchema = z.ZodObject | z.ZodUnion<readonly z.ZodObject[]>;

/** An endpoint for the envelope and the OpenAPI document. Its schemas check requests, type answers and describe both. */
export interface Endpoint {
  readonly documentation: Documentation;
  readonly query: z.ZodObject;
  /** May be absent where all its fields are optional. */
  readonly body: z.ZodObject;
  /** Without `success`, which the envelope adds to answers to writes. */
  readonly response: AnswerSchema;
  /** Validates the input, then does the work. A `Response` is sent as it is, with the envelope's headers. */
  readonly respond: (ctx: ActionCtx, input: RawInput) => Promise<object>;
}

/** `tick` is POST /tick, `write` every other request that writes, `read` every GET. */
export type RateClass = "read" | "write" | "tick";

export const METHODS = ["GET", "POST", "PATCH", "DELETE"] as const;
export type Method = (typeof METHODS)[number];

export interface Route extends Endpoint {
  readonly method: Method;
  /** May have one segment `{id}`. */
  readonly path: string;
  readonly class: RateClass;
  readonly auth: Auth;
}

/** A route that speaks a protocol of its own: it reads the request and makes the response. */
export interface ProtocolRoute {
  readonly method: Method;
  readonly path: string;
  /** `count` counts the request as a read; it throws where there were too many. */
  readonly serve: (ctx: ActionCtx, request: Request, count: () => Promise<unknown>) => Promise<Response>;
}

/** The schema of an empty query or body. */
export const emptyInput = z.strictObject({});

/** A route for GET. `auth`: `read` for what holds data of the agent. */
export function get(path: string, endpoint: Endpoint, auth: Auth = "read"): Route {
  return { method: "GET", path, class: "read", auth, ...endpoint };
}

/** Returns a function that makes routes of a method that writes; they need a token. */
function writing(method: Method) {
  return (path: string, auth: "write" | "tick", endpoint: Endpoint): Route => ({
    ...{ method, path, auth, class: "write" },
    ...endpoint,
  });
}

export const post = writing("POST");
/** Its endpoint is built as one for POST. */
export const patch = writing("PATCH");
export const del = writing("DELETE");

/** An endpoint for GET. One that answers no JSON returns a `Response`. */
export function getEndpoint<Query extends z.ZodObject, Answer extends AnswerSchema>({
  query,
  response,
  handle,
  ...documentation
}: Documentation & {
  readonly query: Query;
  readonly response: Answer;
  readonly handle: (
    ctx: ActionCtx,
    query: z.output<Query>,
    input: Pick<RawInput, "id" | "version" | "uncounted" | "claimed" | "headers">,
  ) => Promise<z.output<Answer> | Response>;
}): Endpoint {
  return {
    documentation,
    query,
    body: emptyInput,
    response,
    respond: (ctx, input) => {
      validate(emptyInput, input.body, "field");
      const sent = "metadata" in query.shape ? withMetadata(input.query) : input.query;
      return handle(ctx, validate(query, sent, "query parameter"), input);
    },
  };
}

/** An endpoint for DELETE, which has no body either. Its handler passes the claim to the mutation that does the work. */
export const deleteEndpoint = getEndpoint;

/** An endpoint for POST. Its handler passes the claim to the mutation that does the work. */
export function postEndpoint<Body extends z.ZodObject, Answer extends AnswerSchema>({
  body,
  response,
  handle,
  ...documentation
}: Documentation & {
  readonly body: Body;
  readonly response: Answer;
  readonly handle: (
    ctx: ActionCtx,
    body: z.output<Body>,
    claimed: Claimed,
    input: Pick<RawInput, "id" | "version">,
  ) => Promise<z.output<Answer>>;
}): Endpoint {
  return {
    documentation,
    query: emptyInput,
    body,
    response,
    respond: (ctx, input) => {
      validate(emptyInput, input.query, "query parameter");
      return handle(ctx, validate(body, input.body, "field"), input.claimed, input);
    },
  };
}
