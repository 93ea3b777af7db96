/** The syscalls that every function has, the refusal of those that this host does not serve, and the end of a call. */
import type { FunctionAddress, LoadedApp } from "../types";
import { functionHandle, resolveAddress, type AddressArgs } from "./addresses";
import { nameInApp, type CallScope, type SyscallHandler } from "./context";

/** Operations of the library that have no counterpart here, by how they begin, and what to do instead. */
const REFUSED: readonly (readonly [beginning: string, instead: string])[] = [
  ["1.0/signJwt", "sign tokens outside of the function"],
  ["1.0/auditLog", "write an audit table of your own"],
  ["1.0/storage", "keep files outside of the database"],
  ["storage/", "keep files outside of the database"],
  ["1.0/createServiceToken", "call the service with a key of your own"],
  ["1.0/getServiceUrl", "call the service at its own address"],
];

/** What a call is, for the syscalls it makes. */
export interface Caller {
  readonly app: LoadedApp;
  readonly address: FunctionAddress;
  readonly scope: CallScope;
}

/** `C` is what it knows of its call. */
export abstract class Syscalls<C extends Caller = Caller> implements SyscallHandler {
  protected readonly caller: C;
  protected isClosed = false;

  constructor(caller: C) {
    this.caller = caller;
  }

  /** Ends the call: what its function left running can't reach the database any more. */
  close(): void {
    this.isClosed = true;
  }

  syscall(op: string, args: unknown): unknown {
    this.refuseAfterEnd(op);
    return this.sync(op, args);
  }

  asyncSyscall(op: string, args: unknown): unknown {
    this.refuseAfterEnd(op);
    return this.async(op, args);
  }

  protected sync(op: string, _args: unknown): unknown {
    throw this.unknown(op);
  }

  /** The operations of all kinds of functions; others override it and fall back on it. */
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

  protected refuseAfterEnd(op: string): void {
    if (!this.isClosed) return;
    throw new Error(
      `Convex syscall "${op}" came after the end of ${nameInApp(this.caller.address)}. Await every promise that your function starts.`,
    );
  }

  private unknown(op: string): Error {
    const refused = REFUSED.find(([beginning]) => op.startsWith(beginning));
    if (refused !== undefined)
      return new Error(`This host does not serve "${op}": ${refused[1]}, or deploy to Convex.`);
    return new Error(`Unknown async operation ${op}: it is not available in this kind of function.`);
  }
}
