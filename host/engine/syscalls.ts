/** The syscalls of all kinds of functions, and the rejection of those that this host does not support. */
import type { FunctionAddress, LoadedApp } from "../types";
import { functionHandle, resolveAddress, type AddressArgs } from "./addresses";
import { nameInApp, type CallScope, type SyscallHandler } from "./context";

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

  constructor(caller: C) {
    this.caller = caller;
  }

  /** Ends the call: rejects later syscalls of promises that its function left running. */
  close(): void {
    this.isClosed = true;
  }

  syscall(op: string, args: unknown): unknown {
    this.throwIfClosed(op);
    return this.sync(op, args);
  }

  asyncSyscall(op: string, args: unknown): unknown {
    this.throwIfClosed(op);
    return this.async(op, args);
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
