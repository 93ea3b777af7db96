/** Types shared by the layers of the host. */

/**
 * A Convex value in Convex JSON, parsed: `$integer` (int64), `$bytes`, `$float` (NaN, ±Infinity, -0) and
 * `$commitTs` (the placeholder) are one-key objects; other values stand for themselves.
 */
export type ConvexJson = null | boolean | number | string | ConvexJson[] | { [field: string]: ConvexJson };

/** A document or an argument object in Convex JSON. */
export type ConvexObject = { [field: string]: ConvexJson };

/** A parsed validator from `exportArgs()` or `documentType`. */
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

/** A registered function, ready to be called. */
export interface LoadedFunction {
  readonly address: FunctionAddress;
  readonly kind: FunctionKind;
  readonly visibility: "public" | "internal";
  readonly args: ValidatorJson;
  readonly returns: ValidatorJson | null;
  /** Its module starts with "use node". */
  readonly inNode: boolean;
  /** Calls the handler with the JSON text of a one-element argument list; resolves to the JSON text of the result. */
  readonly invoke: (argsJson: string) => Promise<string>;
}

/** The definition of a table, from `schema.tables[name].export()`. */
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
  /** The names of indexes of any kind that no query may use yet. */
  readonly staged: readonly string[];
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

/** A loaded component; the app itself has the path `""`. */
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

/** An HTTP action, and the method and the pattern that it was registered under: `GET /files/*`. */
export interface RoutedAction {
  readonly handle: (request: Request) => Promise<Response>;
  readonly route: string;
}

/** Looks up a route in `http.ts`. */
export type HttpLookup = (path: string, method: string) => RoutedAction | null;

/** The whole application: every component by path, and the HTTP routes of the app. */
export interface LoadedApp {
  readonly components: ReadonlyMap<string, LoadedComponent>;
  readonly http: HttpLookup | null;
  /** The paths and methods of the HTTP routes. */
  readonly routes?: readonly HttpRoute[];
  /** The system functions of the admin interface, which every component has; missing while it is closed. */
  readonly system?: ReadonlyMap<string, Omit<LoadedFunction, "address">>;
}

export interface HttpRoute {
  readonly path: string;
  readonly method: string;
}

/** The result of `ctx.meta.getRequestMetadata()`. */
export interface RequestMeta {
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly requestId: string;
  readonly scheduledFunctionId: string | null;
  readonly authToken: null;
}

export type LogLevel = "DEBUG" | "INFO" | "LOG" | "WARN" | "ERROR";

/** A line written with `console.*` in a function. Clients get it as `[LOG] 'text'`. */
export interface LogLine {
  readonly level: LogLevel;
  readonly text: string;
  /** Its end was cut. */
  readonly isTruncated: boolean;
  /** Milliseconds since the epoch. */
  readonly atMs: number;
  /** The function that wrote it, if another function of the transaction called that one. */
  readonly nestedIn?: FunctionAddress | undefined;
}

/** The error of a function for clients. `data` is set only for a ConvexError. */
export interface FunctionError {
  /** `[Request ID: …] Server Error\nUncaught …` */
  readonly message: string;
  readonly data?: ConvexJson;
  /** The host failed, not the function (a full disk, a damaged file): nothing was written, and a retry may succeed. */
  readonly internal?: true;
}

/** The outcome of a call. `value` is Convex JSON text, so that it can be spliced without parsing. */
export type Outcome =
  | { readonly ok: true; readonly value: string; readonly logLines: readonly string[] }
  | { readonly ok: false; readonly error: FunctionError; readonly logLines: readonly string[] };

/** A half-open interval of index keys. */
export interface KeyInterval {
  readonly indexId: number;
  readonly start: Uint8Array;
  readonly end: Uint8Array;
}

/** The dependencies of a query: key intervals, documents read by id (even if missing), whole search indexes. */
export interface ReadSet {
  readonly intervals: readonly KeyInterval[];
  readonly ids: ReadonlySet<string>;
  readonly searchIndexes: ReadonlySet<number>;
}

/** The changes of a commit: added and removed index keys, document ids, changed search indexes. */
export interface WriteSet {
  readonly keys: readonly { readonly indexId: number; readonly key: Uint8Array }[];
  readonly ids: ReadonlySet<string>;
  readonly searchIndexes: ReadonlySet<number>;
}

/** A durable commit, for listeners. `ts` is in nanoseconds since the epoch and strictly increasing. */
export interface Commit {
  readonly ts: bigint;
  readonly writes: WriteSet;
}

/**
 * What a caller may call: public functions of the app (clients), any function (the app itself), or also the system functions
 * (admins).
 */
export type Visibility = "public" | "any" | "admin";

/** The origin of a call. */
export interface CallOptions {
  readonly visibility: Visibility;
  readonly meta: RequestMeta;
  /** For the log of calls. Default: what the rest of the options says. */
  readonly caller?: CallerKind;
}

/** What makes calls, in Convex's words: a socket, the HTTP API, an admin, a request for a route, the clock, or a function. */
export type CallerKind =
  | "SyncWorker"
  | "HttpApi"
  | "Tester"
  | "HttpEndpoint"
  | "Cron"
  | "Scheduler"
  | "Action";

/**
 * The outcome of a query and its dependencies. `dependsOnTime` is set if it read the clock or exceeded its time limit,
 * because no commit invalidates such a result.
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
 * With `dedupe`, the result of a mutation is stored in its own commit, and repeating the same (session, request) returns
 * the stored result without running. With `job`, that scheduled job succeeds in the same commit, and nothing runs if it
 * has ended before; the caller must record a failure of the job.
 */
export interface MutationOptions extends CallOptions {
  readonly dedupe?: { readonly sessionId: string; readonly requestId: number };
  readonly job?: { readonly id: string };
}
