/** The document's introduction: what holds for every operation. */
import { MAX_BODY_BYTES } from "../body";

export const GUIDE = `The backend of one autonomous agent. It runs a tick every five minutes and on request. Callers watch it, steer it and send it events.

**Requests.** Bodies are JSON objects in UTF-8 without a byte order mark, of at most ${MAX_BODY_BYTES} bytes, sent as \`application/json\` (or any \`+json\`), uncompressed. Validation is strict: unknown fields and unknown query parameters are errors, and so are values out of range, which are never clamped. \`null\` is an error: leave an optional field out. A body whose fields are all optional may be absent. Numbers in queries are digits with an optional fraction, without sign or exponent; a parameter may occur only once. Text is stored and returned exactly as it was sent; its limits count Unicode code points between its outer white space, and a lone surrogate is an error.

**Answers.** Timestamps are milliseconds since the Unix epoch, and 0 for what has never happened. Answers to POST carry \`success: true\` beside their fields. Every error is \`{ success: false, error, code }\`, whatever its status. Every response carries \`X-Request-Id\`, \`Cache-Control: no-store\` and \`X-Content-Type-Options: nosniff\`.

**Lists.** Newest first, ties by \`_id\`, so pages never overlap. \`total\` counts everything that matches the filters; \`hasMore\` is \`offset\` + returned < \`total\`.

**Order of checks.** Host and origin, path, method, rate limit, token, body. A request that fails one of them writes nothing but its own count.

**Rate limits.** Each request counts against its class, \`tick\` (POST /tick), \`write\` (every other POST) or \`read\` (every GET), in windows of the clock's minute. A count belongs to the token where a valid one is sent, on a GET that needs none one of any class, else to the client's address.

**Other methods and paths.** \`HEAD\` answers as \`GET\` without the body and counts as a read. \`OPTIONS\` answers 204 with \`Allow\` on every path below. Any other method is 405 with \`Allow\`. An unknown path is 404 to every method, and so is a path with a trailing slash. These are not counted.

**Pages in browsers.** The service's own pages may use it, and those of the origins in CORS_ORIGIN; while that is unset, also those of this machine (localhost, 127.0.0.1, [::1]). Their answers carry CORS headers, errors as well; credentials are never allowed. No answer to a page of another origin carries them, so its browser keeps the answer from it; its writes, the event stream and MCP are 403 FORBIDDEN_ORIGIN. A request without \`Origin\`, as programs send it, comes from no page.`;
