/** A provider's response, read whole and put into the form that the client reads. */
import * as z from "zod";
import { ResponseTooLarge, type Heard } from "./failure";

// A hundred times the longest answer a tick can use; more would only fill the action's memory.
const MAX_RESPONSE_BYTES = 4 * 1024 * 1024;

/**
 * `fetch` that reads the whole body before it answers, up to a limit, so that one signal covers head and body and
 * a connection that breaks midway is a failure of the connection. What reads as JSON is said to be JSON, which several
 * servers leave out; and an error that came as a success, as relays send it once they have begun to answer, is an error.
 */
export async function boundedFetch(
  input: string | URL | Request,
  init: RequestInit | undefined,
  hear: (heard: Heard) => void,
): Promise<Response> {
  const response = await fetch(input, init);
  const body = await bodyOf(response);
  hear({ body, redirectedTo: response.redirected ? withoutQuery(response.url) : null });
  if (response.body === null) return response;
  const headers = new Headers(response.headers);
  if (/^\s*[{[]/.test(body)) headers.set("content-type", "application/json");
  const status = (response.ok ? statusIn(body) : null) ?? response.status;
  return new Response(body, { status, statusText: response.statusText, headers });
}

async function bodyOf(response: Response): Promise<string> {
  if (response.body === null) return "";
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = response.body.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    bytes += next.value.byteLength;
    if (bytes > MAX_RESPONSE_BYTES) {
      await reader.cancel();
      throw new ResponseTooLarge(MAX_RESPONSE_BYTES);
    }
    chunks.push(next.value);
  }
  return await new Blob(chunks).text();
}

const told = z.union([z.string().min(1), z.looseObject({ code: z.unknown() })]);
const nothing = z.undefined().optional();
const failed = z.union([
  z.object({ error: told, choices: nothing, data: nothing }).transform(({ error }) => error),
  z
    .object({ choices: z.tuple([z.object({ error: told })], z.unknown()) })
    .transform(({ choices }) => choices[0].error),
]);

// What a relay answers for a server behind it that failed, and did not say how.
const BAD_GATEWAY = 502;

/** The status that an error within a success stands for; null where there is none. */
function statusIn(body: string): number | null {
  // Looking first spares nearly all answers a second reading.
  if (!/"error"\s*:/.test(body)) return null;
  const parsed = failed.safeParse(jsonIn(body));
  if (!parsed.success) return null;
  const code = typeof parsed.data === "string" ? Number.NaN : Number(parsed.data.code);
  return Number.isInteger(code) && code >= 400 && code <= 599 ? code : BAD_GATEWAY;
}

function jsonIn(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

/** A query may hold what is nobody's business, as that of a page to log in. */
function withoutQuery(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}
