/** What a route is: how it is reached, what it takes, and the work it does. */
import * as z from "zod";
import type { ActionCtx } from "../_generated/server";
import type { Claimed } from "../lib/idempotency";
import type { Auth } from "./auth";
import type { Documentation } from "./documentation";
import type { RateClass } from "./rate";
import { validate } from "./validate";

/** A request's input, read but not yet checked. */
export interface RawInput {
  readonly query: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
  readonly claimed: Claimed;
  /** The database refused even the request's count: nothing can be written. Never so where the class has no limit. */
  readonly uncounted: boolean;
}

export type AnswerSchema = z.ZodObject | z.ZodUnion<readonly z.ZodObject[]>;

/**
 * An endpoint as the envelope and the OpenAPI document see it: its own types are closed in. The schemas check
 * requests, type answers, and describe both.
 */
export interface Endpoint {
  readonly documentation: Documentation;
  /** Takes text, as queries are. */
  readonly query: z.ZodObject;
  /** Where all its fields are optional, the body may be absent. */
  readonly body: z.ZodObject;
  /** The answer without `success`, which the envelope adds to a POST's; one of several where it has several shapes. */
  readonly response: AnswerSchema;
  /** Checks the input, then does the work. */
  readonly respond: (ctx: ActionCtx, input: RawInput) => Promise<object>;
}

export interface Route extends Endpoint {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly class: RateClass;
  readonly auth: Auth;
}

/** No parameters, or no fields: an endpoint that takes nothing. */
export const nothing = z.strictObject({});

/** An endpoint for GET. */
export function reading<Query extends z.ZodObject, Answer extends AnswerSchema>(spec: {
  readonly documentation: Documentation;
  readonly query: Query;
  readonly response: Answer;
  readonly handle: (
    ctx: ActionCtx,
    query: z.output<Query>,
    input: Pick<RawInput, "uncounted">,
  ) => Promise<z.output<Answer>>;
}): Endpoint {
  const { documentation, query, response, handle } = spec;
  return {
    documentation,
    query,
    body: nothing,
    response,
    respond: (ctx, input) => handle(ctx, validate(query, input.query, "query parameter"), input),
  };
}

/** An endpoint for POST. Its work passes what is claimed on to the mutation that does it. */
export function writing<Body extends z.ZodObject, Answer extends AnswerSchema>(spec: {
  readonly documentation: Documentation;
  readonly body: Body;
  readonly response: Answer;
  readonly handle: (ctx: ActionCtx, body: z.output<Body>, claimed: Claimed) => Promise<z.output<Answer>>;
}): Endpoint {
  const { documentation, body, response, handle } = spec;
  return {
    documentation,
    query: nothing,
    body,
    response,
    respond: (ctx, input) => {
      validate(nothing, input.query, "query parameter");
      return handle(ctx, validate(body, input.body, "field"), input.claimed);
    },
  };
}
