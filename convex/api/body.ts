/** Reading a POST's body: counted, decoded and parsed. */
import { bodyTooLarge, encodedBody, invalid, invalidField, notJson } from "./errors";

/** 1 MiB. */
export const MOST_BYTES = 1024 * 1024;

export type JsonObject = { readonly [name: string]: unknown };

/**
 * The body's bytes, counted while they come, whatever Content-Length says; but one that announces too many is believed.
 * @throws {ApiError} 413 as soon as there are too many; the rest is not read. 400 where the caller leaves amid them.
 */
export async function readBytes(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  if (request.body === null) return new Uint8Array();
  // A host may keep a body from us that is beyond its own limit; why it is refused is for us to say all the same.
  if (Number(request.headers.get("Content-Length")) > MOST_BYTES) throw bodyTooLarge(MOST_BYTES);
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let next = await nextOf(reader); !next.done; next = await nextOf(reader)) {
    length += next.value.byteLength;
    if (length > MOST_BYTES) {
      await reader.cancel();
      throw bodyTooLarge(MOST_BYTES);
    }
    chunks.push(next.value);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

async function nextOf(
  reader: ReadableStreamDefaultReader<Uint8Array>,
): Promise<ReadableStreamReadResult<Uint8Array>> {
  try {
    return await reader.read();
  } catch {
    // Nobody waits for this answer any more; but whoever leaves early has done no harm, and is no fault of ours.
    throw invalid("body", "must arrive whole");
  }
}

/**
 * The object that a body's JSON text holds. No bytes are no body, whatever Content-Type announces, and stand for an
 * object without fields: what an endpoint requires is then missing, and what it leaves open is left out.
 * @throws {ApiError} 415 for other content or a compressed one, 400 for anything but a JSON object in clean UTF-8
 */
export function parseBody(bytes: Uint8Array, headers: Headers): JsonObject {
  if (bytes.length === 0) return {};
  const contentType = headers.get("Content-Type");
  if (!isJson(contentType)) throw notJson(contentType);
  const coding = headers.get("Content-Encoding") ?? "";
  if (!/^(identity)?$/i.test(coding)) throw encodedBody(coding);
  const value = parseJson(decode(bytes));
  if (!isObject(value)) throw invalid("body", "must be a JSON object", value);
  for (const [field, inner] of Object.entries(value)) {
    const flaw = flawOf(inner);
    if (flaw !== null) throw invalidField(field, flaw);
  }
  return value;
}

/** Whether the media type is JSON: application/json or any +json, in UTF-8 where it names a charset. */
export function isJson(contentType: string | null): boolean {
  const [mediaType = "", ...parameters] = (contentType ?? "").split(";").map((part) => part.trim());
  return (
    /^application\/([\w.!#$&^-]+\+)?json$/i.test(mediaType) &&
    parameters.every((parameter) => !/^charset=/i.test(parameter) || /^charset="?utf-?8"?$/i.test(parameter))
  );
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
    throw invalid("body", "must not begin with a byte order mark");
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw invalid("body", "must be valid UTF-8");
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid("body", "must be valid JSON", text);
  }
}

/**
 * What JSON allows and no text or number of ours can hold. Walks with a stack of its own, because a caller may nest
 * deeper than a call stack goes.
 */
function flawOf(value: unknown): string | null {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === "string" && isBroken(next)) return BROKEN;
    if (typeof next === "number" && !Number.isFinite(next)) return "must not hold numbers beyond 1.8e308";
    if (typeof next !== "object" || next === null) continue;
    for (const [key, inner] of Object.entries(next)) {
      if (isBroken(key)) return BROKEN;
      open.push(inner);
    }
  }
  return null;
}

const BROKEN = "must be whole Unicode text, without lone surrogates";

function isBroken(text: string): boolean {
  return /\p{Surrogate}/u.test(text);
}
