/** Where something is, told by a preposition: what is near the water is not in it, though both may be said of one place. */

/** Words of one line may stand for one another; those of two put a thing elsewhere. */
const PLACES = [
  "in into inside within on onto",
  "near beside",
  "under beneath underneath",
  "behind",
  "outside",
];

const PLACE_OF = new Map(
  PLACES.flatMap((words, place) => words.split(" ").map((word): [string, number] => [word, place])),
);

/** Whether two words (lower-case) are prepositions that put a thing elsewhere. Symmetric; never true of a word and itself. */
export function areOtherPlaces(a: string, b: string): boolean {
  const [one, other] = [PLACE_OF.get(a), PLACE_OF.get(b)];
  return one !== undefined && other !== undefined && one !== other;
}
