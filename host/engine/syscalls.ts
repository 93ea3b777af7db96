/** The syscalls that every function has, the refusal of those that this host does not serve, and the end of a call. */
import { StoreError } from "../store/sqlite";
import type { FunctionAddress, LoadedApp } from "../types";
import { functionHandle, resolveAddress, type AddressArgs } from "./addresses";
import { nameInApp, type SyscallHandler } from "./context";
import type { CallScope } from "./invoke";

/** Operations of the library that have no counterpart here, and what to do instead. */
const REFUSED: { readonly [op: string]: string } = {
  "1.0/signJwt": "sign tokens outside of the function, or deploy to Convex",
  "1.0/auditLog": "write an audit table of your own, or deploy to Convex",
  "1.0/storageGetUrl": "keep files outside of the database, or deploy to Convex",
  "1.0/storageGetMetadata": "keep files outside of the database, or deploy to Convex",
  "1.0/storageDelete": "keep files outside of the database, or deploy to Convex",
  "1.0/storageGenerateUploadUrl": "keep files outside of the database, or deploy to Convex",
  "1.0/storageStore": "keep files outside of the database, or deploy to Convex",
  "1.0/storageGet": "keep files outside of the database, or deploy to Convex",
  "storage/storeBlob": "keep files outside of the database, or deploy to Convex",
  "storage/getBlob": "keep files outside of the database, or deploy to Convex",
  "1.0/createServiceToken": "call the service with a key of your own, or deploy to Convex",
  "1.0/getServiceUrl": "call the service at its own address, or deploy to Convex",
  "1.0/componentArgument": "pass the value as an argument of the function",
};

/** What a call is, for the syscalls it makes. */
export interface Caller {
  readonly app: LoadedApp;
  readonly address: FunctionAddress;
  readonly scope: CallScope;
}

/** `C` is what it knows of its call. */
export abstract class Syscalls<C extends Caller = Caller> implements SyscallHandler {
  protected readonly caller: C;
  private closed = false;

  constructor(caller: C) {
    this.caller = caller;
  }

  /** Ends the call: what its function left running can't reach the database any more. */
  close(): void {
    this.closed = true;
  }

  protected get isClosed(): boolean {
    return this.closed;
  }

  syscall(op: string, args: unknown): unknown {
    this.refuseAfterEnd(op);
    try {
      return this.sync(op, args);
    } catch (error) {
      throw this.noticed(error);
    }
  }

  asyncSyscall(op: string, args: unknown): unknown {
    this.refuseAfterEnd(op);
    try {
      const result = this.async(op, args);
      if (!(result instanceof Promise)) return result;
      return result.catch((error: unknown) => {
        throw this.noticed(error);
      });
    } catch (error) {
      throw this.noticed(error);
    }
  }

  jsSyscall(op: string, _args: Record<string, unknown>): unknown {
    this.refuseAfterEnd(op);
    throw this.unknown(op);
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

  /** Told of an error of the database, which the function may swallow but the transaction must not. */
  protected storeFailed(_error: StoreError): void {}

  private noticed(error: unknown): unknown {
    if (error instanceof StoreError) this.storeFailed(error);
    return error;
  }

  protected refuseAfterEnd(op: string): void {
    if (!this.closed) return;
    throw new Error(
      `Convex syscall "${op}" came after the end of ${nameInApp(this.caller.address)}. Await every promise that your function starts.`,
    );
  }

  private unknown(op: string): Error {
    const instead = REFUSED[op];
    if (instead !== undefined) return new Error(`This host does not serve "${op}": ${instead}.`);
    return new Error(`Unknown async operation ${op}: it is not available in this kind of function.`);
  }
}
