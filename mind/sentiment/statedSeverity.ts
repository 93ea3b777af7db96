/** The severity that an event states in its fields, in the terms of monitoring, logging and build tools. */

/** In order of precedence: a critical alert whose status is "resolved" is good news. */
const FIELDS = ["status", "severity", "level", "priority"];

/** The range of sentiment scores (−1 to 1) that a stated severity allows. */
export interface Bounds {
  readonly min: number;
  readonly max: number;
}

/**
 * The severities of syslog (RFC 5424) with their short forms and log4j's "fatal", the states of Nagios, the ratings of CVSS,
 * and the outcomes of builds and incidents at GitHub, Prometheus and Statuspage. Neutral values ("open", "medium", "low") are
 * left out, so that the words decide.
 */
const VALUES: readonly (Bounds & { readonly values: string })[] = [
  { min: -1, max: -0.6, values: "emergency emerg alert critical crit fatal panic down major_outage" },
  {
    min: -1,
    max: -0.4,
    values:
      "error err failed failure fail unreachable unhealthy high firing timeout timed_out outage partial_outage urgent blocker",
  },
  { min: -0.5, max: -0.2, values: "warning warn degraded degraded_performance" },
  { min: 0, max: 1, values: "notice info informational debug" },
  {
    min: 0.2,
    max: 1,
    values: "ok up success succeeded passed passing resolved recovered healthy operational fixed",
  },
];

const BY_VALUE = new Map(
  VALUES.flatMap(({ values, ...bounds }) => values.split(" ").map((value) => [value, bounds] as const)),
);

/** The bounds of the first field of `about` with a known value, ignoring case and hyphens; null if there is none. */
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
