/** The client of a connection, its rights, and the call options for its calls. */
import { createHash, randomUUID } from "node:crypto";
import { ENDS_CLI, isSystemName } from "../engine/addresses";
import type { LogFields } from "../log";
import type { CallOptions, ConvexJson, RequestMeta } from "../types";

export interface Caller {
  /** The socket's address. */
  readonly ip: string | null;
  readonly userAgent: string | null;
}

/** Counts calls of a client. Returns 0 if they are admitted, otherwise the milliseconds to wait. */
export type Admit = (calls: number) => number;

/** What a caller with the admin key may do. */
export interface AdminPass {
  readonly ok: true;
  /** Counts its calls. */
  readonly admit: Admit;
  /** Logs a use of the admin interface. */
  readonly note: (use: string, fields?: LogFields) => void;
}

/** Whether a caller may use the admin interface. `waitMs` is above 0 if only its rate is too high. */
export type AdminDecision =
  | AdminPass
  | { readonly ok: false; readonly message: string; readonly waitMs: number };

/** Decides on a key that a caller presents. */
export type AdminGate = (key: string) => AdminDecision;

/** A caller with its limits. */
export interface Peer {
  readonly caller: Caller;
  readonly admit: Admit;
  readonly admin: AdminGate;
}

/** 16 hexadecimal digits, as Convex prints them in errors. */
export function newRequestId(): string {
  // Node caches random UUIDs, so this costs a tenth of requesting random bytes. The middle groups are not all random.
  const uuid = randomUUID();
  return uuid.slice(0, 8) + uuid.slice(24, 32);
}

/**
 * The request id of a client's mutation or action. The dashboard finds the log lines of its own call by the session and the
 * number that its client gave the call.
 */
export function sessionRequestId(sessionId: string, requestId: number): string {
  return createHash("sha256").update(`${sessionId}:${requestId}`).digest("hex").slice(0, 16);
}

export function requestMeta(caller: Caller, requestId = newRequestId()): RequestMeta {
  return { ...caller, requestId, scheduledFunctionId: null, authToken: null };
}

/** Options for a call: without the admin key only public functions are visible. */
export function clientCall(caller: Caller, pass: AdminPass | null, requestId?: string): CallOptions {
  return { visibility: pass === null ? "public" : "admin", meta: requestMeta(caller, requestId) };
}

/** A wrong key fails every call of its connection. */
export function keyRefused(reason: string): string {
  return ENDS_CLI + reason;
}

/** The error for calls of component functions, which are reserved for admins. */
export const COMPONENTS_REFUSED = "Functions of components can be called with the admin key only";

/**
 * The component of a call; `""` is the app. The dashboard's system functions name theirs in their arguments; here its path is
 * its id.
 */
export function componentOf(
  call: { readonly componentPath?: string | null | undefined },
  name: string,
  args: ConvexJson | undefined,
): string {
  if (isSystemName(name) && typeof args === "object" && args !== null && "componentId" in args) {
    if (typeof args.componentId === "string") return args.componentId;
  }
  return call.componentPath ?? "";
}

/** The error for tokens. Ignoring a token would serve an authenticated user as an anonymous one. */
export const TOKENS_REFUSED =
  "This host does not verify tokens or read auth.config: call it without a token, or deploy to Convex";
