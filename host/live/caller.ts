/** The client of a connection, and the call options for its calls. */
import { randomUUID } from "node:crypto";
import type { CallOptions, RequestMeta } from "../types";

export interface Caller {
  /** The socket's address. */
  readonly ip: string | null;
  readonly userAgent: string | null;
}

/** Counts calls of a client. Returns 0 if they are admitted, otherwise the milliseconds to wait. */
export type Admit = (calls: number) => number;

/** 16 hexadecimal digits, as Convex prints them in errors. */
export function newRequestId(): string {
  // Node caches random UUIDs, so this costs a tenth of requesting random bytes. The middle groups are not all random.
  const uuid = randomUUID();
  return uuid.slice(0, 8) + uuid.slice(24, 32);
}

export function requestMeta(caller: Caller, requestId = newRequestId()): RequestMeta {
  return { ...caller, requestId, scheduledFunctionId: null, authToken: null };
}

/** Options for a client's call: only public functions are visible. */
export function publicCall(caller: Caller): CallOptions {
  return { visibility: "public", meta: requestMeta(caller) };
}

/** The error for calls of component functions, which are reserved for admins; this host has none. */
export const COMPONENTS_REFUSED = "Functions of components cannot be called by clients";

/** Whether a call names a function of a component. */
export function isComponentCall(call: { readonly componentPath?: string | null | undefined }): boolean {
  return call.componentPath !== undefined && call.componentPath !== null && call.componentPath !== "";
}

/** The error for tokens. Ignoring a token would serve an authenticated user as an anonymous one. */
export const TOKENS_REFUSED =
  "This host does not verify tokens or read auth.config: call it without a token, or deploy to Convex";
