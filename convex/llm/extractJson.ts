/** Finds the JSON objects in a model's answer, whatever text surrounds them. */

export interface Extracted {
  /** Possible answers, the likeliest first: of several drafts a model means the last. */
  readonly candidates: readonly unknown[];
  /** Whether the text is JSON from end to end, so that no part is missing. */
  readonly whole: boolean;
}

// Bounds the cost of hostile text, which is O(n²) otherwise. No real answer has so many braces that open no object.
const MAX_FALSE_STARTS = 64;

// Text before the last of these is reasoning, and a draft in it is no answer: the reasoning tags of DeepSeek, Qwen, Magistral
// and Kimi, and the final channel of gpt-oss.
const END_OF_THINKING =
  /<\/think(?:ing)?>|\[\/THINK\]|◁\/think▷|<\|channel\|>\s*final\b[^<]*(?:<\|constrain\|>[^<]*)?<\|message\|>/gi;

/**
 * The JSON objects of an answer: the whole text where it is JSON, else the objects in it. Finds answers inside code fences,
 * after a byte order mark, after reasoning and between sentences.
 */
export function extractJson(answer: string): Extracted {
  const trimmed = answer.replace(/^\uFEFF/, "").trim();
  const whole = parseWhole(trimmed);
  if (whole !== null) return whole;
  const text = afterThinking(trimmed);
  return parseWhole(text) ?? { candidates: findObjects(text).reverse(), whole: false };
}

/** The text after the model's reasoning. */
function afterThinking(text: string): string {
  const last = [...text.matchAll(END_OF_THINKING)].at(-1);
  return last === undefined ? text : text.slice(last.index + last[0].length).trim();
}

/** Parses a text that is JSON. Some models wrap the object in a string or in a list of one. */
function parseWhole(text: string): Extracted | null {
  const parsed = parseJson(text);
  if (parsed === null) return null;
  const { value } = parsed;
  if (typeof value === "string") return parseJson(value) === null ? null : parseWhole(value);
  const candidates: readonly unknown[] = Array.isArray(value) && value.length === 1 ? value : [value];
  return { candidates, whole: true };
}

/** The outermost objects of a text, in order. */
function findObjects(text: string): unknown[] {
  const found: unknown[] = [];
  // In prose and code a brace is seldom followed by a quote.
  const starts = /\{\s*["}]/g;
  let falseStarts = 0;
  for (
    let start = starts.exec(text);
    start !== null && falseStarts < MAX_FALSE_STARTS;
    start = starts.exec(text)
  ) {
    const end = endOfObject(text, start.index);
    const parsed = end === null ? null : parseJson(text.slice(start.index, end));
    if (end === null || parsed === null) {
      falseStarts += 1;
      starts.lastIndex = start.index + 1;
    } else {
      found.push(parsed.value);
      starts.lastIndex = end;
    }
  }
  return found;
}

/** The value of a JSON text; null where it is none. */
export function parseJson(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}

/** The end (exclusive) of the object that opens at `start`, ignoring braces in strings; null where it never closes. */
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
