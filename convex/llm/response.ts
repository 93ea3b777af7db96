/** Reads a provider's response whole and repairs it for the client. */
import * as z from "zod";
import { parseJson } from "./extractJson";
import { ResponseTooLarge, type ReceivedResponse } from "./failure";
import { CompletionStream } from "./stream";

// A hundred times the longest answer that a tick can use. More would only fill the action's memory.
const MAX_RESPONSE_BYTES = 4 * 1024 * 1024;
// A stream has some 300 bytes around each token, which are not kept.
const MAX_STREAM_BYTES = 4 * MAX_RESPONSE_BYTES;

export interface FetchOptions {
  /** What sends the request. Default: the global `fetch`. */
  readonly send?: typeof fetch | undefined;
  /** Gets the text of a streamed answer as it comes. */
  readonly onPiece?: ((text: string) => void) | undefined;
}

/**
 * `fetch` that reads the whole body, up to a limit, before it returns: so one signal covers head and body, and a broken
 * body is a connection failure. Puts a streamed completion together. Sets the JSON content type that several servers omit.
 * Relays that have begun to answer send errors with status 200: these get an error status.
 */
export async function boundedFetch(
  input: string | URL | Request,
  init: RequestInit | undefined,
  onResponse: (received: ReceivedResponse) => void,
  { send = fetch, onPiece = () => undefined }: FetchOptions = {},
): Promise<Response> {
  const response = await send(input, init);
  const body = await bodyOf(response, onPiece);
  onResponse({ body, redirectedTo: response.redirected ? withoutQuery(response.url) : null });
  if (response.body === null) return response;
  const headers = new Headers(response.headers);
  if (/^\s*[{[]/.test(body)) headers.set("content-type", "application/json");
  const status = (response.ok ? errorStatusIn(body) : null) ?? response.status;
  return new Response(body, { status, statusText: response.statusText, headers });
}

async function bodyOf(response: Response, onPiece: (text: string) => void): Promise<string> {
  if (response.body === null) return "";
  const stream = new CompletionStream(onPiece);
  const decoder = new TextDecoder();
  let body = "";
  let bytes = 0;
  const reader = response.body.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    bytes += next.value.byteLength;
    const most = stream.begun ? MAX_STREAM_BYTES : MAX_RESPONSE_BYTES;
    if (bytes > most) {
      await reader.cancel();
      throw new ResponseTooLarge(most);
    }
    const text = decoder.decode(next.value, { stream: true });
    stream.feed(text);
    if (!stream.begun) body += text;
  }
  return stream.begun ? stream.body() : body + decoder.decode();
}

const errorShape = z.union([z.string().min(1), z.looseObject({ code: z.unknown() })]);
const absent = z.undefined().optional();
const errorBody = z.union([
  z.object({ error: errorShape, choices: absent, data: absent }).transform(({ error }) => error),
  z
    .object({ choices: z.tuple([z.object({ error: errorShape })], z.unknown()) })
    .transform(({ choices }) => choices[0].error),
]);

// For a relay whose server failed without a status.
const BAD_GATEWAY = 502;

/** The status of an error in a successful response; null where there is none. */
function errorStatusIn(body: string): number | null {
  // Spares nearly all answers a second parse.
  if (!/"error"\s*:/.test(body)) return null;
  const parsed = errorBody.safeParse(parseJson(body)?.value);
  if (!parsed.success) return null;
  const code = typeof parsed.data === "string" ? Number.NaN : Number(parsed.data.code);
  return Number.isInteger(code) && code >= 400 && code <= 599 ? code : BAD_GATEWAY;
}

/** The query of a login page may hold private data. */
function withoutQuery(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}
