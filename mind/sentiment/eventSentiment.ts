/** How a feed event feels: its words, within what it says of its own severity. */
import { parsedText } from "../text/parsedText";
import { labelled, sentimentOf, type Sentiment } from "./sentiment";
import { statedBounds } from "./statedSeverity";

/**
 * The sentiment of an event. `severity`, `level`, `status` and `priority` in its `metadata` (JSON text of an object), or in a
 * content that is a JSON object itself, come before its words. Of such a content only the values are read: a field "error"
 * may be null.
 */
export function eventSentiment(
  content: string,
  metadata = "{}",
): Sentiment & { readonly isEnglish: boolean } {
  const fields = jsonObject(content);
  const words = sentimentOf(parsedText(fields === null ? content : textsIn(fields).join("\n")));
  const bounds = statedBounds(jsonObject(metadata) ?? {}) ?? statedBounds(fields ?? {});
  if (bounds === null) return words;
  return { ...words, ...labelled(Math.min(bounds.most, Math.max(bounds.least, words.score))) };
}

function jsonObject(text: string): object | null {
  if (!text.trimStart().startsWith("{")) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : null;
  } catch {
    return null;
  }
}

/** As deep as callers' metadata may be; deeper values are not read. */
const MOST_LEVELS = 8;

/** The texts in a JSON value. */
function textsIn(value: unknown, levels = MOST_LEVELS): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null || levels === 0) return [];
  return Object.values(value).flatMap((inner) => textsIn(inner, levels - 1));
}
