/** The syscalls of all kinds of functions, and the rejection of those that this host does not support. */
import type { FunctionAddress, LoadedApp } from "../types";
import { functionHandle, resolveAddress, type AddressArgs } from "./addresses";
import { nameInApp, type CallScope, type SyscallHandler } from "./context";
import { timeoutMessage } from "./errors";
import type { JsTime } from "./jsTime";

/** Operations that this host does not support, by prefix, with an alternative. */
const UNSUPPORTED: readonly (readonly [prefix: string, alternative: string])[] = [
  ["1.0/signJwt", "sign tokens outside of the function"],
  ["1.0/auditLog", "write an audit table of your own"],
  ["1.0/storage", "keep files outside of the database"],
  ["storage/", "keep files outside of the database"],
  ["1.0/createServiceToken", "call the service with a key of your own"],
  ["1.0/getServiceUrl", "call the service at its own address"],
];

/** The call that makes the syscalls. */
export interface Caller {
  readonly app: LoadedApp;
  readonly address: FunctionAddress;
  readonly scope: CallScope;
}

/** `C` is the type of its call. */
export abstract class Syscalls<C extends Caller = Caller> implements SyscallHandler {
  protected readonly caller: C;
  protected isClosed = false;
  /** Counts the call's JavaScript; `null` without a limit, as in actions. */
  readonly jsTime: JsTime | null;

  constructor(caller: C, jsTime: JsTime | null = null) {
    this.caller = caller;
    this.jsTime = jsTime;
  }

  /** Ends the call: rejects later syscalls of promises that its function left running. */
  close(): void {
    this.isClosed = true;
  }

  syscall(op: string, args: unknown): unknown {
    this.throwIfClosed(op);
    this.jsTime?.pause();
    try {
      this.throwIfOutOfTime();
      return this.sync(op, args);
    } finally {
      this.jsTime?.resume();
    }
  }

  asyncSyscall(op: string, args: unknown): unknown {
    this.throwIfClosed(op);
    this.jsTime?.pause();
    let answer: unknown;
    try {
      this.throwIfOutOfTime();
      answer = this.async(op, args);
    } finally {
      // What a call waits for, as for a nested call, is not its own JavaScript.
      if (!(answer instanceof Promise)) this.jsTime?.resume();
    }
    return answer instanceof Promise ? answer.finally(() => this.jsTime?.resume()) : answer;
  }

  /** A function may catch this error, but each of its syscalls throws it, and its call fails when it ends. */
  protected throwIfOutOfTime(): void {
    if (this.jsTime?.isOver === true) throw new Error(timeoutMessage(this.jsTime.limitMs));
  }

  protected sync(op: string, _args: unknown): unknown {
    throw this.unknown(op);
  }

  /** Operations of all kinds of functions; subclasses override it and fall back to it. */
  protected async(op: string, args: unknown): unknown {
    const { app, address, scope } = this.caller;
    switch (op) {
      case "1.0/createFunctionHandle":
        return functionHandle(resolveAddress(app, address.componentPath, args as AddressArgs));
      case "1.0/getUserIdentity":
        return null;
      case "1.0/getFunctionMetadata":
        return address;
      case "1.0/getDeploymentMetadata":
        return { name: "local", region: null, class: "s16" };
      case "1.0/getRequestMetadata":
        return scope.meta;
      default:
        throw this.unknown(op);
    }
  }

  protected throwIfClosed(op: string): void {
    if (!this.isClosed) return;
    throw new Error(
      `Convex syscall "${op}" came after the end of ${nameInApp(this.caller.address)}. Await every promise that your function starts.`,
    );
  }

  private unknown(op: string): Error {
    const refused = UNSUPPORTED.find(([prefix]) => op.startsWith(prefix));
    if (refused !== undefined)
      return new Error(`This host does not support "${op}": ${refused[1]}, or deploy to Convex.`);
    return new Error(`Unknown async operation ${op}: it is not available in this kind of function.`);
  }
}
