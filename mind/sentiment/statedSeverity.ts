/** What an event says of its own severity: the values that monitoring, logging and build tools write, without any reading of words. */

/** Looked for in this order: a critical alert whose status is "resolved" is good news. */
const FIELDS = ["status", "severity", "level", "priority"];

/** Between which scores (−1 to 1) a value leaves the sentiment of the event's words. */
export interface Bounds {
  readonly least: number;
  readonly most: number;
}

/**
 * The severities of syslog (RFC 5424) with their short forms and log4j's "fatal", the states of Nagios, the ratings of CVSS,
 * and how builds and incidents end at GitHub, Prometheus and Statuspage. Values that say nothing of good or bad ("open", "medium",
 * "low") are left out, so that the words decide.
 */
const VALUES: readonly (Bounds & { readonly values: string })[] = [
  { least: -1, most: -0.6, values: "emergency emerg alert critical crit fatal panic down major_outage" },
  {
    least: -1,
    most: -0.4,
    values:
      "error err failed failure fail unreachable unhealthy high firing timeout timed_out outage partial_outage urgent blocker",
  },
  { least: -0.5, most: -0.2, values: "warning warn degraded degraded_performance" },
  { least: 0, most: 1, values: "notice info informational debug" },
  {
    least: 0.2,
    most: 1,
    values: "ok up success succeeded passed passing resolved recovered healthy operational fixed",
  },
];

const BY_VALUE = new Map(
  VALUES.flatMap(({ values, ...bounds }) => values.split(" ").map((value) => [value, bounds] as const)),
);

/** The bounds of the first field of `about` that has a known value, case and hyphens aside; null where none has. */
export function statedBounds(about: object): Bounds | null {
  const fields = new Map(Object.entries(about).map(([key, value]) => [key.toLowerCase(), value]));
  for (const field of FIELDS) {
    const value: unknown = fields.get(field);
    if (typeof value !== "string") continue;
    const bounds = BY_VALUE.get(
      value
        .trim()
        .toLowerCase()
        .replace(/[\s-]+/g, "_"),
    );
    if (bounds !== undefined) return bounds;
  }
  return null;
}
