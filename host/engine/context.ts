/** Which call is running: the context that travels with it, and the `Convex` global that leads to its syscalls. */
import { AsyncLocalStorage } from "node:async_hooks";
import type { FunctionAddress, LogLine, RequestMeta } from "../types";
import type { DeterministicGlobals } from "./deterministicGlobals";

/**
 * Answers the syscalls of one call. Arguments are parsed JSON, results are values that `JSON.stringify` takes, or a
 * `RawJson`. An asynchronous syscall that fails for a `ConvexError` rejects with an error whose `data` is parsed
 * Convex JSON: the library decodes it from there.
 */
export interface SyscallHandler {
  syscall(op: string, args: unknown): unknown;
  /** The answer, or a promise of it: what need not wait answers at once. */
  asyncSyscall(op: string, args: unknown): unknown;
}

/** What a call inherits from the request, or the transaction, that it belongs to. */
export interface CallScope {
  readonly meta: RequestMeta;
  /** The lines of the whole call; a nested call shares its caller's list. */
  readonly logLines: LogLine[];
  /** `null` in actions, which see the real clock, and may wait and reach out. */
  readonly deterministic: DeterministicGlobals | null;
}

/** Everything that the globals of a function may ask about the call they stand in. */
export interface ExecutionContext extends CallScope {
  readonly address: FunctionAddress;
  readonly syscalls: SyscallHandler;
  /** What failed of that which the function left behind, while it still ran. */
  unhandled?: { readonly thrown: unknown };
}

/** JSON text that a syscall answers with as it is, so that a stored document is not parsed only to be written again. */
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

const storage = new AsyncLocalStorage<ExecutionContext>();

/** The context of the running call, or `undefined` outside of one (a module's load, the host's own code). */
export function currentContext(): ExecutionContext | undefined {
  return storage.getStore();
}

/** Runs `fn`, and all that it awaits or starts, in `context`. */
export function runInContext<T>(context: ExecutionContext, fn: () => T): T {
  return storage.run(context, fn);
}

/** A function's name with its component, for messages. */
export function nameInApp({ componentPath, name }: FunctionAddress): string {
  return componentPath === "" ? name : `${componentPath}/${name}`;
}

function handlerFor(op: string): SyscallHandler {
  const context = currentContext();
  if (context === undefined)
    throw new Error(`Convex syscall "${op}" was made outside of a running function.`);
  return context.syscalls;
}

/** A syscall's answer as the library gets it. */
export function toJsonText(result: unknown): string {
  if (result instanceof RawJson) return result.text;
  // The library parses every answer, so a syscall without one answers null.
  return JSON.stringify(result ?? null);
}

const convexGlobal: ConvexGlobal = {
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
  // It serves files, which are refused as other syscalls are.
  jsSyscall(op, args) {
    return handlerFor(op).syscall(op, args);
  },
};

// Where the server library looks for it.
Object.defineProperty(globalThis, "Convex", { value: convexGlobal, configurable: true, enumerable: false });
