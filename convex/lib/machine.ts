/** What a host of one machine says of it, and counts for the app. */

declare global {
  /** A host of one machine has it: by name `ok`, or what is wrong and what to do. Convex looks after its own machines. */
  var hostChecks: (() => Readonly<Record<string, string>>) | undefined;
  /** How its storage loses deleted rows for good, in words: until that is done, and afterwards. Null where nothing purges it. */
  var hostPurge: (() => PurgeSteps | null) | undefined;
  /** Counts a key once in its window, in memory, for actions; null where it can't. */
  var hostCount: ((key: string, limit: number, windowMs: number) => Counted | null) | undefined;
}

export interface PurgeSteps {
  readonly pending: string;
  readonly done: string;
}

/** `remaining`: what the limit leaves in this window. `resetMs`: until the next one begins. */
export interface Counted {
  readonly ok: boolean;
  readonly remaining: number;
  readonly resetMs: number;
}

/** By name. Of the names the app knows `clock` only: while it is in doubt no tick runs. */
export function checks(): Readonly<Record<string, string>> {
  return globalThis.hostChecks?.() ?? {};
}

/** Counts a key once in its window of the clock. Null where the database has to count: on Convex, or for too many keys. */
export function count(key: string, limit: number, windowMs: number): Counted | null {
  return globalThis.hostCount?.(key, limit, windowMs) ?? null;
}

const ELSEWHERE: PurgeSteps = {
  pending:
    "Deleted rows leave the storage's log and its backups when their retention ends: on Convex, the deployment's.",
  done: "The storage was purged of deleted rows.",
};

/** How the storage loses deleted rows for good. */
export function purgeSteps(): PurgeSteps {
  return globalThis.hostPurge?.() ?? ELSEWHERE;
}

/** Whether the app runs on a machine of its own, beside which model servers may run. */
export function isOneMachine(): boolean {
  return globalThis.hostChecks !== undefined;
}
