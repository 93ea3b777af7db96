/** The document's examples: exchanges with a running service, which scripts/openapi.ts records. */
import recorded from "./examples.json";
import type { FailureName } from "./responses";

export interface Exchange {
  /** Method, path and query. */
  readonly request: string;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly answer: Readonly<Record<string, unknown>>;
}

export interface Examples {
  /** By operationId. */
  readonly operations: Readonly<Record<string, Exchange>>;
  /** Some failures can't be provoked from outside. */
  readonly failures: Readonly<Partial<Record<FailureName, Exchange>>>;
}

export const EXAMPLES: Examples = recorded;
