/** Live queries: their results arrive over the Convex client without reloading. */
import { useConvexConnectionState, useQueries } from "convex/react";
import { ConvexError } from "convex/values";
import {
  getFunctionName,
  type FunctionArgs,
  type FunctionReference,
  type FunctionReturnType,
} from "convex/server";
import { useEffect, useMemo } from "react";
import { useTokens } from "./tokens";

export type Loaded<T> =
  | { readonly status: "loading"; readonly data?: undefined }
  | { readonly status: "ready"; readonly data: T }
  | { readonly status: "failed"; readonly data?: undefined; readonly error: Error };

/** Subscribes to a live query. Every one passes here, and gets the token for reading where there is one. */
export function useLive<Query extends FunctionReference<"query">>(
  query: Query,
  args: Omit<FunctionArgs<Query>, "token">,
): Loaded<FunctionReturnType<Query>> {
  const { tokens, refuseRead } = useTokens();
  const token = tokens.read ?? tokens.write ?? tokens.tick;
  const key = JSON.stringify({ name: getFunctionName(query), args, token });
  const queries = useMemo(
    () => ({ live: { query, args: { ...args, ...(token === undefined ? {} : { token }) } } }),
    // The key stands for the query and its arguments.
    [key], // eslint-disable-line
  );
  const result: unknown = useQueries(queries).live;
  const refused = result instanceof ConvexError && isRefusal(result.data);
  useEffect(() => {
    if (refused) refuseRead();
  }, [refused, refuseRead]);
  if (result === undefined) return { status: "loading" };
  if (result instanceof Error) return { status: "failed", error: result };
  return { status: "ready", data: result as FunctionReturnType<Query> };
}

/** Whether the connection stands. At the start it is taken to. */
export function useConnected(): boolean {
  const { isWebSocketConnected, hasEverConnected, connectionRetries } = useConvexConnectionState();
  return isWebSocketConnected || (!hasEverConnected && connectionRetries === 0);
}

function isRefusal(data: unknown): boolean {
  return typeof data === "object" && data !== null && "code" in data && data.code === "UNAUTHORIZED";
}
