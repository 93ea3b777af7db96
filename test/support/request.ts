/** HTTP requests with one connection each, so that a killed server leaves no half-open connection. */
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import type * as z from "zod";

export interface RequestOptions {
  /** Sent as the bearer token. */
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds without an answer after which the request fails. Default: 60,000. */
  readonly timeoutMs?: number;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The parsed body; undefined if it is not JSON. */
  readonly json: unknown;
  /** The body in the expected shape. Throws an error with the body if it has another. */
  as<T>(schema: z.ZodType<T>): T;
}

/** Sends `body`, if given, as JSON. Rejects if the connection breaks before the response is complete. */
export function send(
  method: string,
  url: string,
  body: unknown,
  { token, headers = {}, timeoutMs = 60_000 }: RequestOptions = {},
): Promise<Answer> {
  const payload = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      url,
      {
        method,
        agent: false,
        timeout: timeoutMs,
        headers: {
          ...(payload === undefined
            ? {}
            : { "content-type": "application/json", "content-length": Buffer.byteLength(payload) }),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...headers,
        },
      },
      (response) => {
        textOf(response).then(
          (text) => resolve(answer(response.statusCode ?? 0, response.headers, text)),
          reject,
        );
      },
    );
    request.on("timeout", () => request.destroy(new Error(`${method} ${url}: no answer in ${timeoutMs} ms`)));
    request.on("error", reject);
    request.end(payload);
  });
}

/** The text of a response. A stream of events has no end: its opening is read, and the connection closed. */
export async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    if (response.headers["content-type"] === "text/event-stream") break;
  }
  return Buffer.concat(chunks).toString("utf8");
}

function answer(status: number, headers: IncomingHttpHeaders, text: string): Answer {
  const json = /^application\/json\b/.test(headers["content-type"] ?? "") ? parsed(text) : undefined;
  return {
    status,
    headers,
    text,
    json,
    as: (schema) => {
      const result = schema.safeParse(json);
      if (result.success) return result.data;
      throw new Error(`Unexpected answer ${status}: ${text.slice(0, 500)}\n${result.error.message}`);
    },
  };
}

function parsed(text: string): unknown {
  return text === "" ? undefined : JSON.parse(text);
}
