/** The context of the running call, and the `Convex` global through which functions make syscalls. */
import type { FunctionAddress, LogLine, RequestMeta } from "../types";
import type { DeterministicGlobals } from "./deterministicGlobals";
import { undoValues } from "./intrinsicChanges";
import type { Machine } from "./machine";
import { currentContext } from "./runningCall";

/**
 * Handles the syscalls of one call. Arguments are parsed JSON. Results are values for `JSON.stringify`, or a `RawJson`. If
 * an asynchronous syscall fails with a `ConvexError`, it rejects with an error whose `data` is parsed Convex JSON, because
 * the library decodes it from there.
 */
export interface SyscallHandler {
  syscall(op: string, args: unknown): unknown;
  /** Returns the result, or a promise if it has to wait. */
  asyncSyscall(op: string, args: unknown): unknown;
}

/** State that a call inherits from its request or transaction. */
export interface CallScope {
  readonly meta: RequestMeta;
  /** The log lines of the whole call; calls within its transaction share the list. */
  readonly logLines: LogLine[];
  /** The function of a nested call of a transaction: its log lines name it. */
  readonly nestedIn?: FunctionAddress;
  /** Of an action: the calls that it makes name it as their parent. */
  readonly executionId?: string;
  /** The request of the HTTP action has credentials, which this host can't verify. */
  readonly hasToken?: boolean;
  /** `null` in actions, which see the host's clock and may use timers and the network. */
  readonly deterministic: DeterministicGlobals | null;
  /** The host's machine, and its time. */
  readonly machine?: Machine;
}

/** An error that no code of a function handles, and the event by which Node reports it. */
export interface Unhandled {
  readonly thrown: unknown;
  readonly event: "uncaughtException" | "unhandledRejection";
}

/** Everything that a function's globals need to know about the running call. */
export interface ExecutionContext extends CallScope {
  readonly address: FunctionAddress;
  readonly syscalls: SyscallHandler;
  /** Its module starts with "use node". */
  readonly inNode?: boolean;
  /** The first unhandled rejection or timer error that the function caused while it ran. */
  unhandled?: Unhandled;
  /** Fails the call at once, in actions. */
  fail?: () => void;
  /** What the call has set on objects that all calls share, such as the global object (callChanges.ts). */
  changes: Map<object, Record<PropertyKey, unknown>> | undefined;
  /** Nothing that its code does from now on counts. */
  isOver: boolean;
}

/** JSON text that a syscall returns unchanged, so that a stored document is not parsed only to be serialized again. */
export class RawJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** The three entry points that the server library of convex calls. */
export interface ConvexGlobal {
  syscall(op: string, argsJson: string): string;
  asyncSyscall(op: string, argsJson: string): Promise<string>;
  jsSyscall(op: string, args: Record<string, unknown>): unknown;
}

/** A function's name with its component, for messages. */
export function nameInApp({ componentPath, name }: FunctionAddress): string {
  return componentPath === "" ? name : `${componentPath}/${name}`;
}

/** What changes nothing: a query makes hundreds of them, and its first wait is looked at anyway. */
const READS: ReadonlySet<string> = new Set([
  "1.0/get",
  "1.0/queryStream",
  "1.0/queryStreamNext",
  "1.0/queryCleanup",
  "1.0/queryPage",
]);

function handlerFor(op: string): SyscallHandler {
  if (!READS.has(op)) undoValues();
  const context = currentContext();
  if (context === undefined)
    throw new Error(`Convex syscall "${op}" was made outside of a running function.`);
  return context.syscalls;
}

/** A syscall's result as JSON text for the library. */
export function toJsonText(result: unknown): string {
  if (result instanceof RawJson) return result.text;
  // The library parses every result, so a syscall without one returns null.
  return JSON.stringify(result ?? null);
}

export const convexGlobal: ConvexGlobal = {
  syscall(op, argsJson) {
    return toJsonText(handlerFor(op).syscall(op, JSON.parse(argsJson)));
  },
  asyncSyscall(op, argsJson) {
    try {
      const answer = handlerFor(op).asyncSyscall(op, JSON.parse(argsJson));
      return answer instanceof Promise ? answer.then(toJsonText) : Promise.resolve(toJsonText(answer));
    } catch (error) {
      return Promise.reject(error as Error);
    }
  },
  // Only file storage uses it, which is rejected like other unsupported syscalls.
  jsSyscall(op, args) {
    return handlerFor(op).syscall(op, args);
  },
};

// The server library expects the global under this name. Bundles have one of their own (guards.ts).
Object.defineProperty(globalThis, "Convex", { value: convexGlobal, configurable: true, enumerable: false });
