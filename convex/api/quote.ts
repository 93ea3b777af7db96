/** Quoting what a caller sent in an error or a log: short, and free of the agent's secrets. */
import { excerpt, HIDDEN, redactSecrets } from "../lib/redact";
import type { Settings } from "../lib/settings";
import { isDocumentId } from "./documentId";

/** Whatever is shorter is no secret but a word, as servers that need no key are given: hiding it would garble texts. */
const SHORTEST_SECRET = 8;

/** The settings that must never leave the service. */
export function secretsOf(settings: Settings): string[] {
  const { tickToken, writeToken, llm, embedding } = settings;
  return [tickToken, writeToken, llm?.apiKey ?? null, embedding?.apiKey ?? null].filter(
    (secret): secret is string => secret !== null && secret.length >= SHORTEST_SECRET,
  );
}

/** The text with every secret replaced. For the log only: what strangers read would tell them whether they guessed one. */
export function hide(text: string, secrets: readonly string[]): string {
  return secrets.reduce((hidden, secret) => hidden.replaceAll(secret, HIDDEN), text);
}

/**
 * An excerpt of a value for people: text of at most 100 characters in quotes; objects and arrays only by kind. What looks
 * like a token or a key is hidden whether it is one or not, so that the answer tells nothing about those in use; an id of
 * a document has a form of its own.
 */
export function quote(received: unknown): string {
  if (received === undefined) return "nothing";
  if (Array.isArray(received)) return "an array";
  if (typeof received === "object" && received !== null) return "an object";
  if (typeof received !== "string") return redactSecrets(String(received), PLAIN);
  return excerpt(isDocumentId(received) ? received : redactSecrets(received, PLAIN));
}

/** As `quote`, for the path of an address: of its segments those that are written as ours are. */
export function quotePath(path: string): string {
  const segments = path.split("/").map((segment) => (SEGMENT.test(segment) ? segment : HIDDEN));
  return excerpt(segments.join("/"));
}

const SEGMENT = /^[A-Za-z]?[a-z0-9._-]{0,14}$/;

/** What callers often send by mistake: names of fields and their paths, times, types of content. */
const PLAIN = [
  /^[A-Za-z][a-z]{0,14}(?:[A-Z][a-z]{2,14}|\[\d{1,4}\]|\.[a-z]{2,14})*$/,
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?:Z|[+-]\d{2}:?\d{2})?$/,
  /^(?:(?:application|multipart|text)\/[a-z.+-]{1,40})?;?(?:charset=[\w-]{1,12})?$/i,
];
