/** Apostrophes as typesetters and keyboards write them. */

/** `text` with plain apostrophes, of the same length. */
export function withPlainApostrophes(text: string): string {
  return text.replace(/[’ʼ]/gu, "'");
}
