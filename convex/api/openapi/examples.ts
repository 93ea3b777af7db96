/** The document's examples: exchanges with a running service, as scripts/openapi.ts recorded them. */
import type { ExampleRequest } from "../documentation";
import type { Route } from "../route";
import recorded from "./examples.json";
import type { FailureName } from "./failures";

/** A request and the body of its answer. */
export interface Exchange {
  /** Method, path and query. */
  readonly request: string;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly answer: Readonly<Record<string, unknown>>;
}

export interface Examples {
  /** By operationId. */
  readonly operations: Readonly<Record<string, Exchange>>;
  /** Some failures can't be brought about from outside. */
  readonly failures: Readonly<Partial<Record<FailureName, Exchange>>>;
}

export const EXAMPLES: Examples = recorded;

/** The routes as they are recorded: what a tick takes up before the tick, and what reads the traces of all after it. */
export function inRecordingOrder(routes: readonly Route[]): Route[] {
  const turn = ({ method, class: rateClass }: Route) => (method === "GET" ? 2 : rateClass === "tick" ? 1 : 0);
  return [...routes].sort((a, b) => turn(a) - turn(b));
}

/**
 * The request with each text `{name}` replaced by what the latest of the earlier answers calls so.
 * @param earlier oldest first
 * @throws Error where no answer has the name
 */
export function filledIn(request: ExampleRequest, earlier: readonly Exchange["answer"][]): ExampleRequest {
  const given = new Map(earlier.flatMap((answer) => Object.entries(answer)));
  const fill = (_key: string, value: unknown): unknown => {
    const name = typeof value === "string" ? /^\{(\w+)\}$/.exec(value)?.[1] : undefined;
    if (name === undefined) return value;
    if (!given.has(name)) throw new Error(`no earlier answer has a ${name}`);
    return given.get(name);
  };
  return JSON.parse(JSON.stringify(request, fill));
}
