/** Real Convex clients for a test file, closed after its tests. */
import { ConvexClient } from "convex/browser";
import type { FunctionArgs, FunctionReference, FunctionReturnType } from "convex/server";
import { WebSocket } from "ws";
import { atTheEnd } from "./cleanUp";
import { until } from "./until";

/** Node 20 has no built-in WebSocket. */
export const webSocketConstructor = WebSocket as unknown as typeof globalThis.WebSocket;

export function newClient(url: string): ConvexClient {
  const client = new ConvexClient(url, { webSocketConstructor, unsavedChangesWarning: false, logger: false });
  atTheEnd(() => client.close());
  return client;
}

/** A subscription with all received values and errors. */
export interface Watched<T> {
  /** Oldest first. */
  readonly values: readonly T[];
  readonly errors: readonly Error[];
  /** Resolves once the newest value matches. */
  until(matches: (value: T) => boolean): Promise<T>;
  stop(): void;
}

export function watch<Query extends FunctionReference<"query">>(
  client: ConvexClient,
  query: Query,
  args: FunctionArgs<Query>,
): Watched<FunctionReturnType<Query>> {
  const values: FunctionReturnType<Query>[] = [];
  const errors: Error[] = [];
  const stop = client.onUpdate(
    query,
    args,
    (value) => values.push(value),
    (error) => errors.push(error),
  );
  const newestMatching = (
    matches: (value: FunctionReturnType<Query>) => boolean,
  ): { value: FunctionReturnType<Query> } | null => {
    if (values.length === 0) return null;
    const value: FunctionReturnType<Query> = values[values.length - 1];
    return matches(value) ? { value } : null;
  };
  return {
    values,
    errors,
    until: async (matches) => (await until("a result that matches", () => newestMatching(matches))).value,
    stop: () => stop(),
  };
}
