/** Texts so short that one small word tells them apart. Longer ones say so much that it is hardly ever of weight. */
const MOST_WORDS = 14;

/** Whether each of the texts (words) is a short one. */
export function areShort(...texts: readonly (readonly string[])[]): boolean {
  return texts.every(({ length }) => length <= MOST_WORDS);
}
