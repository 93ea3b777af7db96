/** Subscribes to a query of the service with the Convex client. */
import { ConvexClient } from "convex/browser";
import type { FunctionReference, FunctionReturnType, OptionalRestArgs } from "convex/server";
import { WebSocket } from "ws";

export interface Subscription<T> {
  /** Every result so far, oldest first. */
  readonly results: readonly T[];
  /** Resolves with the time (`performance.now()`) of the next result. */
  next(): Promise<number>;
  close(): Promise<void>;
}

/** Subscribes until closed, and reconnects after losing the connection. */
export function subscribe<Query extends FunctionReference<"query">>(
  url: string,
  query: Query,
  ...[args]: OptionalRestArgs<Query>
): Subscription<FunctionReturnType<Query>> {
  const client = new ConvexClient(url, {
    // Node 20 has no WebSocket client.
    webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
    skipConvexDeploymentUrlCheck: true,
    logger: false,
  });
  const results: FunctionReturnType<Query>[] = [];
  let waiting: ((at: number) => void)[] = [];
  client.onUpdate(
    query,
    args ?? {},
    (result) => {
      const at = performance.now();
      results.push(result);
      for (const resolve of waiting) resolve(at);
      waiting = [];
    },
    // An error without a listener would end the process.
    (error) => {
      throw error;
    },
  );
  return {
    results,
    next: () => new Promise((resolve) => waiting.push(resolve)),
    close: () => client.close(),
  };
}
