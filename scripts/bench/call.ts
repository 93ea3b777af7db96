/** Calls of the agent's own functions in this process, as its jobs make them. */
import { queryOnce } from "../../host/testing/queryOnce";
import type { ConvexJson, Engine, RequestMeta } from "../../host/types";

const META: RequestMeta = {
  ip: null,
  userAgent: null,
  requestId: "0000000000000000",
  scheduledFunctionId: null,
  authToken: null,
};

/** The function's value. Throws where it failed. */
export async function call(
  engine: Engine,
  kind: "query" | "mutation",
  name: string,
  args: ConvexJson,
): Promise<unknown> {
  const address = { componentPath: "", name };
  const options = { visibility: "any", meta: META } as const;
  const outcome =
    kind === "query"
      ? await queryOnce(engine, address, args, options)
      : await engine.mutation(address, args, options);
  if (!outcome.ok) throw new Error(`${name} failed: ${outcome.error.message}`);
  return JSON.parse(outcome.value);
}
