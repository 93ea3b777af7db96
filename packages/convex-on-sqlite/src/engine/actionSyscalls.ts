/** The syscalls of actions and HTTP actions. These run outside transactions: each call is a transaction of its own. */
import type { SerializedVectorQuery } from "../search/vectorQuery";
import type { VectorSearchAnswer } from "../search/vectorSearcher";
import type { ConvexJson } from "../types";
import { resolveAddress, type AddressArgs } from "./addresses";
import type { CallResult } from "./errors";
import type { IncomingCall } from "./calls";
import { valueOrThrow } from "./querySyscalls";
import { cancelFunction, scheduleFunction, type ScheduleArgs } from "./schedule";
import { Syscalls, type Caller } from "./syscalls";
import type { Transaction } from "./transaction";

/** The operations of the engine that an action may use. */
export interface ActionHost {
  query(call: IncomingCall): Promise<CallResult>;
  mutation(call: IncomingCall): Promise<CallResult>;
  action(call: IncomingCall): Promise<CallResult>;
  vectorSearch(componentPath: string, query: SerializedVectorQuery): Promise<VectorSearchAnswer>;
  /** Runs `body` as a transaction of its own. */
  system<T>(body: (transaction: Transaction) => T): Promise<T>;
}

interface CallArgs extends AddressArgs {
  readonly args: ConvexJson;
}

/** On Convex, too, the user can't be asked for if the header of the request can't be verified. */
const UNVERIFIED_TOKEN =
  "The Authorization header can't be verified: this host does not read auth.config. Check the header yourself, or deploy to Convex.";

export class ActionSyscalls extends Syscalls {
  private readonly host: ActionHost;

  constructor(caller: Caller, host: ActionHost) {
    super(caller);
    this.host = host;
  }

  protected override async(op: string, args: unknown): unknown {
    switch (op) {
      case "1.0/getUserIdentity":
        // Only asking for the user fails: an app may check tokens of its own in the header.
        if (this.caller.scope.hasToken === true) throw new Error(UNVERIFIED_TOKEN);
        return super.async(op, args);
      case "1.0/actions/query":
        return this.host.query(this.incoming(args as CallArgs)).then(valueOrThrow);
      case "1.0/actions/mutation":
        return this.host.mutation(this.incoming(args as CallArgs)).then(valueOrThrow);
      case "1.0/actions/action":
        return this.host.action(this.incoming(args as CallArgs)).then(valueOrThrow);
      case "1.0/actions/vectorSearch": {
        const { query } = args as { query: SerializedVectorQuery };
        return this.host.vectorSearch(this.caller.address.componentPath, query);
      }
      case "1.0/actions/schedule": {
        const { app, address, scope } = this.caller;
        const parentId = scope.meta.scheduledFunctionId;
        return this.host.system((transaction) =>
          scheduleFunction(transaction, app, address.componentPath, args as ScheduleArgs, parentId),
        );
      }
      case "1.0/actions/cancel_job": {
        const { id } = args as { id: string };
        return this.host.system((transaction) =>
          cancelFunction(transaction, this.caller.address.componentPath, id),
        );
      }
      default:
        return super.async(op, args);
    }
  }

  private incoming({ args, ...target }: CallArgs): IncomingCall {
    const { app, address, scope } = this.caller;
    const { meta, executionId = null } = scope;
    const callee = resolveAddress(app, address.componentPath, target);
    // As on Convex, its log lines are its own, not the action's.
    const call = { address: callee, args, meta, logLines: [], parentExecutionId: executionId };
    return { ...call, visibility: "any", caller: "Action" };
  }
}
