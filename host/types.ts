/** The shapes that the floors of the host share. No behaviour here. */

/**
 * A Convex value in Convex JSON, parsed: `$integer` (int64), `$bytes`, `$float` (NaN, ±Infinity, -0) and
 * `$commitTs` (the placeholder) are one-key objects; everything else is itself.
 */
export type ConvexJson = null | boolean | number | string | ConvexJson[] | { [field: string]: ConvexJson };

/** A document or an argument object in Convex JSON. */
export type ConvexObject = { [field: string]: ConvexJson };

/** A validator as `exportArgs()` and `documentType` give it, parsed. */
export type ValidatorJson =
  | { type: "any" | "null" | "number" | "bigint" | "boolean" | "string" | "bytes" | "commitTs" }
  | { type: "literal"; value: ConvexJson }
  | { type: "id"; tableName: string }
  | { type: "array"; value: ValidatorJson }
  | { type: "record"; keys: ValidatorJson; values: { fieldType: ValidatorJson; optional: boolean } }
  | { type: "object"; value: { [field: string]: { fieldType: ValidatorJson; optional: boolean } } }
  | { type: "union"; value: ValidatorJson[] };

/** A function by component path (`""` is the app, `"rateLimiter/batchWorker"` a nested one) and `folder/module:export`. */
export interface FunctionAddress {
  readonly componentPath: string;
  readonly name: string;
}

export type FunctionKind = "query" | "mutation" | "action" | "httpAction";

/** One registered function, ready to be called. */
export interface LoadedFunction {
  readonly address: FunctionAddress;
  readonly kind: FunctionKind;
  readonly visibility: "public" | "internal";
  readonly args: ValidatorJson;
  readonly returns: ValidatorJson | null;
  /** Calls the handler with the JSON text of a one-element argument list; resolves to the JSON text of the result. */
  readonly invoke: (argsJson: string) => Promise<string>;
}

/** What `schema.tables[name].export()` says of one table. */
export interface TableDefinition {
  readonly name: string;
  readonly documentType: ValidatorJson | null;
  readonly indexes: readonly { readonly name: string; readonly fields: readonly string[] }[];
  readonly searchIndexes: readonly {
    readonly name: string;
    readonly searchField: string;
    readonly filterFields: readonly string[];
  }[];
  readonly vectorIndexes: readonly {
    readonly name: string;
    readonly vectorField: string;
    readonly dimensions: number;
    readonly filterFields: readonly string[];
  }[];
}

/** A component's schema; `validate` is `schemaValidation`. */
export interface SchemaDefinition {
  readonly tables: ReadonlyMap<string, TableDefinition>;
  readonly validate: boolean;
}

/** One entry of a `crons.ts` default export. `args` is the argument list in Convex JSON. */
export interface CronDefinition {
  readonly componentPath: string;
  readonly identifier: string;
  readonly functionName: string;
  readonly args: readonly ConvexJson[];
  readonly schedule: { type: "interval"; seconds: number } | { type: "cron"; expression: string };
}

/** A component as loaded: the app itself has the path `""`. */
export interface LoadedComponent {
  readonly path: string;
  readonly definitionPath: string;
  /** Child name → component path. */
  readonly children: ReadonlyMap<string, string>;
  /** `folder/module:export` → function. */
  readonly functions: ReadonlyMap<string, LoadedFunction>;
  readonly schema: SchemaDefinition | null;
  readonly crons: readonly CronDefinition[];
}

/** A route lookup in `http.ts`: the HTTP action and the pattern it was registered under. */
export type HttpLookup = (
  path: string,
  method: string,
) => { readonly handle: (request: Request) => Promise<Response>; readonly route: string } | null;

/** The whole application: every component by path, and the HTTP routes of the app. */
export interface LoadedApp {
  readonly components: ReadonlyMap<string, LoadedComponent>;
  readonly http: HttpLookup | null;
}

/** What `ctx.meta.getRequestMetadata()` answers. */
export interface RequestMeta {
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly requestId: string;
  readonly scheduledFunctionId: string | null;
  readonly authToken: null;
}

/** A line written with `console.*` in a function, as the clients expect it: `[LOG] 'text'`. */
export type LogLine = string;

/** Why a function failed, as clients see it. `data` is set for a ConvexError only. */
export interface FunctionError {
  /** `[Request ID: …] Server Error\nUncaught …` */
  readonly message: string;
  readonly data?: ConvexJson;
  /** The host failed, not the function (a full disk, a damaged file): nothing was written, a repeat may succeed. */
  readonly internal?: true;
}

/** The end of one call. `value` is Convex JSON text, so that it can be spliced without parsing. */
export type Outcome =
  | { readonly ok: true; readonly value: string; readonly logLines: readonly LogLine[] }
  | { readonly ok: false; readonly error: FunctionError; readonly logLines: readonly LogLine[] };

/** A half-open interval of index keys. */
export interface KeyInterval {
  readonly indexId: number;
  readonly start: Uint8Array;
  readonly end: Uint8Array;
}

/** What a query depended on: key intervals, documents read by id (whether they existed or not), whole search indexes. */
export interface ReadSet {
  readonly intervals: readonly KeyInterval[];
  readonly ids: ReadonlySet<string>;
  readonly searchIndexes: ReadonlySet<number>;
}

/** What a commit changed: every index key that came or went, every document id, every search index touched. */
export interface WriteSet {
  readonly keys: readonly { readonly indexId: number; readonly key: Uint8Array }[];
  readonly ids: ReadonlySet<string>;
  readonly searchIndexes: ReadonlySet<number>;
}

/** A commit as listeners see it, after it is durable. `ts` is in nanoseconds since the epoch and strictly rising. */
export interface Commit {
  readonly ts: bigint;
  readonly writes: WriteSet;
}

/** Who calls and from where. `visibility: "public"` hides internal functions, as for clients. */
export interface CallOptions {
  readonly visibility: "public" | "any";
  readonly meta: RequestMeta;
}

/**
 * How a query ended, and what its result stands on: `dependsOnTime` where it looked at the clock, or ran out of time, neither of
 * which a commit announces.
 */
export type QueryOutcome = Outcome & {
  readonly reads: ReadSet;
  readonly journal: string | null;
  readonly dependsOnTime: boolean;
};

/** Queries that see one committed state; nothing commits while a snapshot is open. */
export interface Snapshot {
  readonly ts: bigint;
  query(
    address: FunctionAddress,
    args: ConvexJson,
    options: CallOptions & { readonly journal?: string | null },
  ): Promise<QueryOutcome>;
}

/**
 * With `dedupe` a mutation's outcome is stored in its own commit, and a repeat of the same (session, request) answers the
 * stored one without running. With `job`, that scheduled job succeeds in the same commit, and nothing runs
 * where it has ended before; its failure is the caller's to record.
 */
export interface MutationOptions extends CallOptions {
  readonly dedupe?: { readonly sessionId: string; readonly requestId: number };
  readonly job?: { readonly id: string };
}
