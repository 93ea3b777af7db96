/** Reads the body of a POST: counts, decodes and parses it. */
import { bodyTooLarge, unsupportedEncoding, invalid, invalidField, unsupportedMediaType } from "./errors";

export const MAX_BODY_BYTES = 1024 * 1024; // 1 MiB

export type JsonObject = { readonly [name: string]: unknown };

/**
 * Reads the body and counts its bytes, whatever Content-Length says.
 * @throws {ApiError} 413 as soon as there are too many, or Content-Length announces too many; 400 where the caller disconnects
 */
export async function readBytes(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  if (request.body === null) return new Uint8Array();
  // A host may withhold a body beyond its own limit. The caller still gets this error.
  if (Number(request.headers.get("Content-Length")) > MAX_BODY_BYTES) throw bodyTooLarge(MAX_BODY_BYTES);
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let next = await readChunk(reader); !next.done; next = await readChunk(reader)) {
    length += next.value.byteLength;
    if (length > MAX_BODY_BYTES) {
      await reader.cancel();
      throw bodyTooLarge(MAX_BODY_BYTES);
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

async function readChunk(
  reader: ReadableStreamDefaultReader<Uint8Array>,
): Promise<ReadableStreamReadResult<Uint8Array>> {
  try {
    return await reader.read();
  } catch {
    // A caller that disconnects must not count as an error of the service.
    throw invalid("body", "must arrive whole");
  }
}

/**
 * Parses the body's JSON object. An empty body is an empty object, whatever its Content-Type.
 * @throws {ApiError} 415 for another type or an encoding; 400 for anything but a JSON object in valid UTF-8
 */
export function parseBody(bytes: Uint8Array, headers: Headers): JsonObject {
  if (bytes.length === 0) return {};
  const contentType = headers.get("Content-Type");
  if (!isJson(contentType)) throw unsupportedMediaType(contentType);
  checkEncoding(headers);
  const value = parseJson(decode(bytes));
  if (!isObject(value)) throw invalid("body", "must be a JSON object", value);
  for (const [field, inner] of Object.entries(value)) {
    const rule = contentError(inner);
    if (rule !== null) throw invalidField(field, rule);
  }
  return value;
}

/**
 * The text of a body of lines, or of one JSON value; empty without a body.
 * @throws {ApiError} 415 for another type or an encoding; 400 for invalid UTF-8
 */
export function parseText(bytes: Uint8Array, headers: Headers): string {
  if (bytes.length === 0) return "";
  const contentType = headers.get("Content-Type");
  const mediaType = contentType?.split(";")[0]?.trim() ?? "";
  if (!/^application\/(x-)?(ndjson|jsonl|json-lines)$/i.test(mediaType) && !isJson(contentType))
    throw unsupportedMediaType(contentType);
  checkEncoding(headers);
  return decode(bytes);
}

/**
 * Parses one JSON value of a body. `where` names it.
 * @throws {ApiError} 400 where it is no JSON, or breaks a rule that holds for all bodies
 */
export function parseValue(text: string, where: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid(where, "must be valid JSON", text.slice(0, 200));
  }
  const rule = contentError(value);
  if (rule !== null) throw invalid(where, rule);
  return value;
}

function checkEncoding(headers: Headers): void {
  const encoding = headers.get("Content-Encoding") ?? "";
  if (!/^(identity)?$/i.test(encoding)) throw unsupportedEncoding(encoding);
}

/** Whether the media type is application/json or any +json, in UTF-8 where it names a charset. */
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

/** The rule that a JSON value breaks, or null. Not recursive, because a caller may nest deeper than the call stack. */
function contentError(value: unknown): string | null {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === "string" && hasLoneSurrogate(next)) return LONE_SURROGATE;
    if (typeof next === "number" && !Number.isFinite(next)) return "must not hold numbers beyond 1.8e308";
    if (typeof next !== "object" || next === null) continue;
    for (const [key, inner] of Object.entries(next)) {
      if (hasLoneSurrogate(key)) return LONE_SURROGATE;
      open.push(inner);
    }
  }
  return null;
}

const LONE_SURROGATE = "must be whole Unicode text, without lone surrogates";

function hasLoneSurrogate(text: string): boolean {
  return /\p{Surrogate}/u.test(text);
}
