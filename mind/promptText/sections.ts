/** The pieces of which prompts are made: delimited sections, and text from outside made unable to leave its line. */

/** What the model is asked. */
export interface Prompt {
  system: string;
  user: string;
}

/** `lines` between the tags of a section. Text from outside can't write a tag, provided it went through `inertJson`. */
export function section(tag: string, lines: readonly string[]): string {
  return `<${tag}>\n${lines.join("\n")}\n</${tag}>`;
}

/** Scripts that write joiners between letters: there they are spelling. */
const JOINING =
  "Arabic Syriac Mongolian Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Khmer Myanmar"
    .split(" ")
    .map((script) => `\\p{scx=${script}}`)
    .join("");
/** What nobody sees, but for what makes one sign of an emoji's parts or the spelling of a word: a text can be hidden in the rest. */
const HIDDEN = new RegExp(
  "(?=[<>\\u007f-\\u009f\\u2028\\u2029\\ufff9-\\ufffb\\p{Default_Ignorable_Code_Point}])" +
    "(?!(?<=\\p{Extended_Pictographic})[\\ufe0e\\ufe0f])" +
    "(?!(?<=[0-9#*])\\ufe0f\\u20e3)" +
    "(?!(?<=\\p{Extended_Pictographic}[\\ufe0f\\p{Emoji_Modifier}]?)\\u200d\\p{Extended_Pictographic})" +
    `(?!(?<=[${JOINING}])[\\u200c\\u200d](?![\\u200c\\u200d]))` +
    "[^]",
  "gu",
);

/** `value` as JSON in which nothing can be read as a tag, a line's end or hidden writing. It stays the same JSON. */
export function inertJson(value: unknown): string {
  return JSON.stringify(value).replace(HIDDEN, (hidden) =>
    hidden
      .split("")
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join(""),
  );
}

/** The first `most` code points of `text`. */
export function cut(text: string, most: number): string {
  return text.length <= most ? text : [...text.slice(0, 2 * most)].slice(0, most).join("");
}

/**
 * `budget` dealt out so that no text gets more than its length, and none is cut while a longer one is shown at greater
 * length: every cut text gets the same share.
 */
export function fairShares(lengths: readonly number[], budget: number): number[] {
  const shares = lengths.map(() => 0);
  const order = lengths.map((_, i) => i).sort((a, b) => (lengths[a] ?? 0) - (lengths[b] ?? 0));
  let left = budget;
  order.forEach((index, dealt) => {
    const share = Math.min(lengths[index] ?? 0, Math.floor(left / (order.length - dealt)));
    shares[index] = share;
    left -= share;
  });
  return shares;
}

/** What finds a tag of `tags` in an answer, written plainly or as in JSON: a model that repeats one shows the prompt. */
export function tagPattern(tags: readonly string[]): RegExp {
  return new RegExp(`(?:<|\\\\u003c)/?(?:${tags.join("|")})(?:>|\\\\u003e)`, "i");
}
