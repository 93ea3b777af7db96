/** The genuine Convex client, subscribed to a query of the service. */
import { ConvexClient } from "convex/browser";
import type { FunctionReference, FunctionReturnType, OptionalRestArgs } from "convex/server";
import { WebSocket } from "ws";

export interface Subscription<T> {
  /** Every result so far, oldest first. */
  readonly results: readonly T[];
  close(): Promise<void>;
}

/** Subscribes, and goes on through losses of the connection, until closed. */
export function subscribe<Query extends FunctionReference<"query">>(
  url: string,
  query: Query,
  ...[args]: OptionalRestArgs<Query>
): Subscription<FunctionReturnType<Query>> {
  const client = new ConvexClient(url, {
    // Node 20 has no WebSocket of its own.
    webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
    skipConvexDeploymentUrlCheck: true,
    logger: false,
  });
  const results: FunctionReturnType<Query>[] = [];
  client.onUpdate(
    query,
    args ?? {},
    (result) => results.push(result),
    // Without a listener an error would end the process.
    (error) => {
      throw error;
    },
  );
  return { results, close: () => client.close() };
}
