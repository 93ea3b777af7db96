/** What a check of a stored database found wrong. */

/** Which promise is broken. */
export type Rule =
  "file" | "catalog" | "document" | "id" | "clock" | "index" | "search" | "job" | "session" | "aggregate";

export interface Finding {
  readonly rule: Rule;
  /** What was found, and where. */
  readonly detail: string;
}

/** Takes note of a finding. */
export type Report = (rule: Rule, detail: string) => void;
