/** Finds the JSON object in a model's answer, whatever the model wrote around it. */

export type Extracted = { readonly kind: "found"; readonly value: unknown } | { readonly kind: "none" };

// Prose with more stray braces than this holds no answer worth looking for; it keeps hostile text from costing O(n²).
const MAX_STARTS = 64;

/**
 * The JSON value of an answer: the whole text where that is JSON, else the longest JSON object in it, which finds
 * the answer inside code fences, behind a byte order mark, after thinking aloud and between polite sentences.
 */
export function extractJson(answer: string): Extracted {
  const text = answer.replace(/^\uFEFF/, "").trim();
  const whole = parse(text);
  if (whole.kind === "found") return whole;

  let longest: { readonly length: number; readonly value: unknown } | null = null;
  let start = text.indexOf("{");
  for (let starts = 0; start !== -1 && starts < MAX_STARTS; starts += 1) {
    const end = endOfObject(text, start);
    const parsed = end === null ? null : parse(text.slice(start, end));
    if (end !== null && parsed?.kind === "found") {
      if (longest === null || end - start > longest.length) {
        longest = { length: end - start, value: parsed.value };
      }
      start = text.indexOf("{", end);
    } else {
      start = text.indexOf("{", start + 1);
    }
  }
  return longest === null ? { kind: "none" } : { kind: "found", value: longest.value };
}

function parse(text: string): Extracted {
  try {
    return { kind: "found", value: JSON.parse(text) };
  } catch {
    return { kind: "none" };
  }
}

/** Where the object that opens at `start` closes (exclusive), braces in strings not counted; null if it never does. */
function endOfObject(text: string, start: number): number | null {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at += 1) {
    const char = text[at];
    if (inString) {
      if (char === "\\") at += 1;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === "{") depth += 1;
    else if (char === "}") {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return null;
}
