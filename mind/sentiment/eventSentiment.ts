/** The sentiment of a feed event: that of its words, bounded by its stated severity. */
import { parsedText } from "../text/parsedText";
import { labelled, sentimentOf, type Sentiment } from "./sentiment";
import { statedBounds } from "./statedSeverity";

export interface EventSentiment extends Sentiment {
  readonly isEnglish: boolean;
  /** Whether a stated severity bounds it. */
  readonly stated: boolean;
}

/**
 * The sentiment of an event. `status`, `severity`, `level` and `priority` in its `metadata` (JSON text of an object), or in a
 * content that is itself a JSON object, bound the sentiment of its words. Only the values of a JSON content count as words,
 * since a field "error" may be null.
 */
export function eventSentiment(content: string, metadata = "{}"): EventSentiment {
  const fields = jsonObject(content);
  const words = sentimentOf(parsedText(fields === null ? content : textsIn(fields).join("\n")));
  const bounds = statedBounds(jsonObject(metadata) ?? {}) ?? statedBounds(fields ?? {});
  if (bounds === null) return { ...words, stated: false };
  return { ...words, stated: true, ...labelled(Math.min(bounds.max, Math.max(bounds.min, words.score))) };
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

/** The depth limit of callers' metadata. Deeper values are ignored. */
const MAX_DEPTH = 8;

/** The strings in a JSON value. */
function textsIn(value: unknown, depth = MAX_DEPTH): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null || depth === 0) return [];
  return Object.values(value).flatMap((inner) => textsIn(inner, depth - 1));
}
