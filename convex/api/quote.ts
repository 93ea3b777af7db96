/** Quoting what a caller sent in an error or a log: short, and free of the agent's secrets. */
import type { Settings } from "../settings";

/** The most characters of a received value that an error repeats. */
const MOST = 100;
const HIDDEN = "[hidden]";
/** Whatever is shorter is no secret but a word, as servers that need no key are given: hiding it would garble texts. */
const SHORTEST_SECRET = 8;

/** The settings that must never leave the service. */
export function secretsOf(settings: Settings): string[] {
  const { tickToken, writeToken, llm, embedding } = settings;
  return [tickToken, writeToken, llm?.apiKey ?? null, embedding?.apiKey ?? null].filter(
    (secret): secret is string => secret !== null && secret.length >= SHORTEST_SECRET,
  );
}

/** The text with every secret replaced. */
export function hide(text: string, secrets: readonly string[]): string {
  return secrets.reduce((hidden, secret) => hidden.replaceAll(secret, HIDDEN), text);
}

/** An excerpt of a value for people: text of at most 100 characters in quotes; objects and arrays only by kind. */
export function quote(received: unknown, secrets: readonly string[] = []): string {
  if (received === undefined) return "nothing";
  if (Array.isArray(received)) return "an array";
  if (typeof received === "object" && received !== null) return "an object";
  if (typeof received !== "string") return hide(String(received), secrets);
  // Hidden before it is cut, or a secret could be cut into a part that no longer matches.
  const characters = Array.from(hide(received, secrets));
  const excerpt = JSON.stringify(characters.slice(0, MOST).join(""));
  return characters.length > MOST ? `${excerpt}…` : excerpt;
}
