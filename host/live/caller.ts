/** Who stands at the other end of a connection, as call options for the engine. */
import { randomUUID } from "node:crypto";
import type { CallOptions, RequestMeta } from "../types";

export interface Caller {
  /** The socket's address. */
  readonly ip: string | null;
  readonly userAgent: string | null;
}

/** Counts so many calls of one who asks. 0 where they may be made, else after how many milliseconds they may. */
export type Admit = (calls: number) => number;

/** 16 hexadecimal digits, as Convex prints them in errors. */
export function newRequestId(): string {
  // Node keeps random UUIDs in stock, so this costs a tenth of asking for bytes. The middle groups are not all random.
  const uuid = randomUUID();
  return uuid.slice(0, 8) + uuid.slice(24, 32);
}

export function requestMeta(caller: Caller, requestId = newRequestId()): RequestMeta {
  return { ...caller, requestId, scheduledFunctionId: null, authToken: null };
}

/** A call from outside: only public functions exist for it. */
export function publicCall(caller: Caller): CallOptions {
  return { visibility: "public", meta: requestMeta(caller) };
}

/** Why a call of a component's function is refused: such calls are for admins, and there are none. */
export const COMPONENTS_REFUSED = "Functions of components cannot be called by clients";

/** Whether a call asks for a function of a component. */
export function isComponentCall(call: { readonly componentPath?: string | null | undefined }): boolean {
  return call.componentPath !== undefined && call.componentPath !== null && call.componentPath !== "";
}

/** Why a token is refused. To take it unread would serve somebody as nobody. */
export const TOKENS_REFUSED =
  "This host verifies no tokens and reads no auth.config: call it without one, or deploy to Convex";
