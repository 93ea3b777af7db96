/** The syscalls of a query: reading, and calling other queries. Mutations extend them. */
import { convexToJson } from "convex/values";
import { StoreError } from "../store/sqlite";
import { SCHEDULED_FUNCTIONS, type Tablet } from "../store/tablets";
import type { ConvexJson, FunctionKind } from "../types";
import { tableNumberOf } from "../values/ids";
import { findFunction, isSystemName, resolveAddress, type AddressArgs } from "./addresses";
import { RawJson } from "./context";
import { NestedCallError, type CallResult } from "./errors";
import { call } from "./invoke";
import { JsTime } from "./jsTime";
import type { TransactionLimits } from "./limits";
import { readQueryPage, type PageRequest } from "./pagination";
import { DocumentStream } from "./query";
import { planQuery, type SerializedQuery } from "./queryPlan";
import { Syscalls, type Caller } from "./syscalls";
import type { Transaction } from "./transaction";

/** A call inside a transaction. */
export interface TransactionCaller extends Caller {
  readonly transaction: Transaction;
  /** Its nesting level; 0 for the outermost call. */
  readonly level: number;
  /** Begins a transaction that sees committed state only, for `useStaleSnapshot`. */
  beginSnapshot(): Transaction;
  /** Creates the syscalls of a nested call. */
  nested(kind: "query" | "mutation", caller: TransactionCaller): QuerySyscalls;
}

interface RunUdfArgs extends AddressArgs {
  readonly udfType: "query" | "mutation" | "snapshotQuery";
  readonly args: ConvexJson;
  readonly transactionLimits?: Partial<TransactionLimits>;
}

/** Maximum depth of nested calls below the outermost one, as on Convex. */
const MAX_LEVEL = 8;

export class QuerySyscalls extends Syscalls<TransactionCaller> {
  /** The end of the page that this function read, for its next run; `null` without a page. */
  journal: string | null;

  protected readonly transaction: Transaction;
  protected readonly componentPath: string;
  private readonly depth: number;
  private readonly streams = new Map<number, DocumentStream>();
  private nextStream = 0;
  private paginated = false;
  /** Resolves when the nested calls made so far have ended; never rejects. */
  private nestedCalls: Promise<void> | null = null;
  private child: QuerySyscalls | null = null;

  /** `journal` is the end of the page when the same query ran before. */
  constructor(caller: TransactionCaller, journal: string | null = null) {
    super(caller, isSystemName(caller.address.name) ? null : new JsTime(caller.transaction.jsLimitMs));
    this.transaction = caller.transaction;
    this.componentPath = caller.address.componentPath;
    this.depth = caller.transaction.depth;
    this.journal = journal;
  }

  /** Ends the call. Rolls back a nested call that was not awaited, because its caller can't know its result. */
  override close(): void {
    if (this.isClosed) return;
    super.close();
    // A query that ran out of time may succeed when it runs again.
    if (this.jsTime?.isOver === true) this.transaction.timedOut = true;
    this.child?.close();
    while (this.transaction.depth > this.depth) this.transaction.leave("rolledBack");
  }

  override asyncSyscall(op: string, args: unknown): unknown {
    try {
      const result = super.asyncSyscall(op, args);
      return result instanceof Promise ? result.catch((error: unknown) => this.failed(error)) : result;
    } catch (error) {
      return this.failed(error);
    }
  }

  /** A function may catch a database error, but its transaction must still fail. */
  private failed(error: unknown): never {
    if (error instanceof StoreError) this.transaction.failure ??= error;
    throw error;
  }

  protected override sync(op: string, args: unknown): unknown {
    switch (op) {
      case "1.0/queryStream":
        return { queryId: this.openStream((args as { query: SerializedQuery }).query) };
      case "1.0/queryCleanup":
        this.streams.delete((args as { queryId: number }).queryId);
        return null;
      case "1.0/db/normalizeId":
        return { id: this.normalizeId(args as { table: string; idString: string }) };
      case "1.0/getSnapshotTs":
        return convexToJson(this.transaction.snapshotTs);
      default:
        return super.sync(op, args);
    }
  }

  protected override async(op: string, args: unknown): unknown {
    this.transaction.throwIfTimedOut();
    if (op === "1.0/runUdf") return this.afterNestedCalls(args as RunUdfArgs);
    if (this.nestedCalls === null) return this.inTransaction(op, args);
    // The open savepoint belongs to the nested call, so the caller's other operations wait for its end.
    return this.nestedCalls.then(() => {
      this.throwIfClosed(op);
      return this.inTransaction(op, args);
    });
  }

  /** Operations that use the database. */
  protected inTransaction(op: string, args: unknown): unknown {
    switch (op) {
      case "1.0/get":
        return this.get(args as { id: string; isSystem?: boolean; table?: string });
      case "1.0/queryStreamNext":
        return this.nextFromStream((args as { queryId: number }).queryId);
      case "1.0/queryPage":
        return this.page(args as PageRequest);
      case "1.0/count":
        return this.transaction.count(
          this.transaction.table(this.componentPath, (args as { table: string }).table),
        );
      case "1.0/getTransactionMetrics":
        return this.transaction.usage.metrics();
      default:
        return super.async(op, args);
    }
  }

  private get(args: { id: string; isSystem?: boolean; table?: string }): unknown {
    const tablet = this.transaction.tabletOfId(this.componentPath, args.id, args.table, "get");
    if (tablet === null) return null;
    if (tablet.isSystem !== (args.isSystem === true)) {
      throw new Error(
        tablet.isSystem
          ? "System tables can only be accessed from db.system.get()."
          : "User tables can only be accessed from db.get().",
      );
    }
    const json = this.transaction.get(tablet, args.id);
    return json === null ? null : new RawJson(json);
  }

  private openStream(query: SerializedQuery): number {
    const plan = planQuery(this.transaction, this.componentPath, query.source);
    const id = this.nextStream++;
    this.streams.set(id, new DocumentStream(this.transaction, plan, query.operators));
    return id;
  }

  private nextFromStream(queryId: number): unknown {
    const stream = this.streams.get(queryId);
    if (stream === undefined) throw new Error("This query is closed and can't emit any more values.");
    const json = stream.next();
    return json === null ? { value: null, done: true } : new RawJson(`{"value":${json},"done":false}`);
  }

  private page(request: PageRequest): RawJson {
    if (this.paginated) {
      throw new Error(
        "This query or mutation function ran multiple paginated queries. Convex only supports a single paginated query in each function.",
      );
    }
    this.paginated = true;
    const page = readQueryPage(this.transaction, this.componentPath, request, this.journal);
    this.journal = page.continueCursor;
    const { documents, ...rest } = page;
    return new RawJson(`{"page":[${documents.join(",")}],${JSON.stringify(rest).slice(1)}`);
  }

  private normalizeId({ table, idString }: { table: string; idString: string }): string | null {
    const tablet: Tablet | undefined = this.transaction.tablets.named(this.componentPath, table);
    if (tablet === undefined) return null;
    const known = table === SCHEDULED_FUNCTIONS || !tablet.isSystem;
    return known && tableNumberOf(idString) === tablet.id ? idString : null;
  }

  /** Runs nested calls one after the other, each in its savepoint. */
  private afterNestedCalls(args: RunUdfArgs): Promise<RawJson> {
    const before = this.nestedCalls ?? Promise.resolve();
    const result = before.then(() => this.runUdf(args));
    const settled: Promise<void> = result.then(ignore, ignore).then(() => {
      if (this.nestedCalls === settled) this.nestedCalls = null;
    });
    this.nestedCalls = settled;
    return result;
  }

  private async runUdf(args: RunUdfArgs): Promise<RawJson> {
    this.throwIfClosed("1.0/runUdf");
    const level = this.caller.level + 1;
    if (level > MAX_LEVEL)
      throw new Error("Cross component call depth limit exceeded. Do you have an infinite loop in your app?");
    const kind = args.udfType === "mutation" ? "mutation" : "query";
    if (!this.mayRun(kind)) throw new Error("A query can't run a mutation.");
    const { app } = this.caller;
    const address = resolveAddress(app, this.componentPath, args);
    const found = findFunction(app, address, [kind satisfies FunctionKind], "any");
    if (!found.ok) throw new NestedCallError(found.failure);
    const stale = args.udfType === "snapshotQuery" && this.transaction.kind === "mutation";
    const transaction = stale ? this.caller.beginSnapshot() : this.transaction;
    if (!stale) transaction.enter(kind, args.transactionLimits);
    const child = this.caller.nested(kind, { ...this.caller, address: found.fn.address, transaction, level });
    this.child = child;
    const scope = { ...this.caller.scope, nestedIn: found.fn.address };
    const result = await call(transaction.tablets, found.fn, args.args, scope, child);
    this.child = null;
    // If the caller has ended, it has already closed the nested call.
    this.throwIfClosed("1.0/runUdf");
    if (!stale) transaction.leave(result.ok ? "kept" : "rolledBack");
    if (stale && transaction.failure !== null) this.transaction.failure ??= transaction.failure;
    return valueOrThrow(result);
  }

  /** Whether this call may run a call of that kind. */
  protected mayRun(kind: "query" | "mutation"): boolean {
    return kind === "query";
  }
}

/** A call's value as the result of a syscall. Throws the error for the calling function if the call failed. */
export function valueOrThrow(result: CallResult): RawJson {
  if (!result.ok) throw new NestedCallError(result.failure);
  return new RawJson(result.value);
}

function ignore(): void {
  // only the caller that awaits the nested call handles its result
}
