/** The headers of responses, described once. */

export const HEADERS = {
  "X-Request-Id": {
    description: "The request's id, under which the service's log speaks of it.",
    required: true,
    schema: { type: "string", minLength: 1 },
  },
  "RateLimit-Limit": {
    description:
      "Requests of this class that a caller may make in a minute. Absent where the class is not limited or the request was not counted.",
    schema: { type: "integer", minimum: 1 },
  },
  "RateLimit-Remaining": {
    description: "How many of them are left in the present minute.",
    schema: { type: "integer", minimum: 0 },
  },
  "RateLimit-Reset": {
    description: "Seconds until the next minute begins.",
    schema: { type: "integer", minimum: 1, maximum: 60 },
  },
  "Retry-After": {
    description: "Whole seconds after which another try makes sense.",
    required: true,
    schema: { type: "integer", minimum: 1 },
  },
  "WWW-Authenticate": {
    description: "The scheme that the path asks for.",
    required: true,
    schema: { type: "string", const: "Bearer" },
  },
  Allow: {
    description: "The methods that the path knows.",
    required: true,
    schema: { type: "string", examples: ["GET, HEAD, OPTIONS", "POST, OPTIONS"] },
  },
} as const;

export type HeaderName = keyof typeof HEADERS;

/** Those of every response that an operation gives. */
const USUAL = ["X-Request-Id", "RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"] as const;

/** References to the usual headers and to these. */
export function headersWith(more: readonly HeaderName[]): Record<string, { $ref: string }> {
  return Object.fromEntries(
    [...USUAL, ...more].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}
