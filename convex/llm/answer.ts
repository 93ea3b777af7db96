/** Finds the JSON objects in a model's answer, whatever the model wrote around them. */

export interface Extracted {
  /** Values that may be the answer, the likeliest first: of several drafts a model means the last. */
  readonly candidates: readonly unknown[];
  /** Whether the text is JSON from end to end, so that nothing of it can be missing. */
  readonly whole: boolean;
}

// Prose with more stray beginnings than this holds no answer worth looking for; it keeps hostile text from costing O(n²).
const MAX_STRAYS = 64;

// What stands before the last of these is thinking aloud, where a draft is no answer: tags of thinking as DeepSeek, Qwen,
// Magistral and Kimi write them, and the final channel of gpt-oss.
const END_OF_THINKING =
  /<\/think(?:ing)?>|\[\/THINK\]|◁\/think▷|<\|channel\|>\s*final\b[^<]*(?:<\|constrain\|>[^<]*)?<\|message\|>/gi;

/**
 * The JSON objects of an answer: the whole text where that is one, else those in it, which finds the answer inside code
 * fences, behind a byte order mark, after thinking aloud and between polite sentences.
 */
export function extractJson(answer: string): Extracted {
  const trimmed = answer.replace(/^\uFEFF/, "").trim();
  const asItIs = wholeOf(trimmed);
  if (asItIs !== null) return asItIs;
  const text = spoken(trimmed);
  return wholeOf(text) ?? { candidates: objectsIn(text).reverse(), whole: false };
}

/** What follows the thinking. */
function spoken(text: string): string {
  const last = [...text.matchAll(END_OF_THINKING)].at(-1);
  return last === undefined ? text : text.slice(last.index + last[0].length).trim();
}

/** The value of a text that is JSON: taken out of a string and of a list of one, in which some models wrap it. */
function wholeOf(text: string): Extracted | null {
  const parsed = parse(text);
  if (parsed === null) return null;
  const { value } = parsed;
  if (typeof value === "string") return parse(value) === null ? null : wholeOf(value);
  const candidates: readonly unknown[] = Array.isArray(value) && value.length === 1 ? value : [value];
  return { candidates, whole: true };
}

/** The outermost objects of a text, in their order. */
function objectsIn(text: string): unknown[] {
  const found: unknown[] = [];
  // Braces of prose and code seldom go on as an object does.
  const starts = /\{\s*["}]/g;
  let strays = 0;
  for (let start = starts.exec(text); start !== null && strays < MAX_STRAYS; start = starts.exec(text)) {
    const end = endOfObject(text, start.index);
    const parsed = end === null ? null : parse(text.slice(start.index, end));
    if (end === null || parsed === null) {
      strays += 1;
      starts.lastIndex = start.index + 1;
    } else {
      found.push(parsed.value);
      starts.lastIndex = end;
    }
  }
  return found;
}

function parse(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
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
