/** Findings of database checks. */

/** The kind of violated invariant. */
export type Rule =
  | "file"
  | "catalog"
  | "document"
  | "id"
  | "clock"
  | "index"
  | "search"
  | "job"
  | "session"
  | "aggregate";

export interface Finding {
  readonly rule: Rule;
  /** A description with the place. */
  readonly detail: string;
}

/** Records a finding. */
export type Report = (rule: Rule, detail: string) => void;
