/** The example requests of the routes, in an order in which they can be sent. */
import type { ExampleRequest } from "../../convex/api/documentation";
import type { Exchange } from "../../convex/api/openapi/examples";
import type { Route } from "../../convex/api/route";

/** The routes in the order of recording: input for the tick, the tick, the reads that show the results, what deletes. */
export function inRecordingOrder(routes: readonly Route[]): Route[] {
  const turn = ({ method, class: rateClass }: Route) =>
    method === "DELETE" ? 3 : method === "GET" ? 2 : rateClass === "tick" ? 1 : 0;
  return [...routes].sort((a, b) => turn(a) - turn(b));
}

/**
 * Replaces each text `{name}` in the request by the field of that name in the latest answer that has it.
 * @param earlier oldest first
 * @throws {Error} where no answer has the field
 */
export function fillExample(request: ExampleRequest, earlier: readonly Exchange["answer"][]): ExampleRequest {
  const given = new Map(earlier.flatMap((answer) => Object.entries(answer)));
  const fill = (_key: string, value: unknown): unknown => {
    const name = typeof value === "string" ? /^\{(\w+)\}$/.exec(value)?.[1] : undefined;
    if (name === undefined) return value;
    if (!given.has(name)) throw new Error(`no earlier answer has a ${name}`);
    return given.get(name);
  };
  return JSON.parse(JSON.stringify(request, fill));
}
