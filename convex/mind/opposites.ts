/** Words that exclude one another: common opposites of English, and members of closed sets of which only one can hold. */
import { regularForm } from "./irregularForms";
import { stemOf } from "./stem";

/** Sides are divided by "/"; words of one side agree with each other, those of two sides do not. */
const GROUPS = [
  // Direction and degree.
  "up/down",
  "rise increase grow/fall decrease shrink",
  "high/low",
  "more/less fewer",
  "above/below",
  "left/right",
  "in/out",
  "on/off",
  "before/after",
  "early/late",
  "first/last",
  // Doing and undoing.
  "start begin/end finish stop",
  "open/closed close shut",
  "win/lose",
  "buy/sell",
  "give/take",
  "send/receive",
  "arrive/leave",
  "accept/reject refuse",
  "allow permit/forbid ban",
  "agree/disagree",
  "remember/forget",
  "pass succeed/fail",
  "hire/fire",
  "push/pull",
  "enable/disable",
  // Being and feeling.
  "love like/hate dislike",
  "good/bad",
  "happy/sad",
  "big large/small",
  "long/short",
  "fast/slow",
  "hot warm/cold",
  "new young/old",
  "rich/poor",
  "strong/weak",
  "easy/hard difficult",
  "safe/dangerous",
  "true right/false wrong",
  "full/empty",
  "alive/dead",
  "always/never",
  "all every/none",
  "with/without",
  // Closed sets.
  "monday/tuesday/wednesday/thursday/friday/saturday/sunday",
  "january/february/march/april/june/july/august/september/october/november/december",
  "north/south/east/west",
  "morning/afternoon/evening/night",
  "yesterday/today/tomorrow",
  "black/white/red/green/blue/yellow",
];

/** For each word's stem, its places: which side of which group. */
const PLACES = new Map<string, { group: number; side: number }[]>();
for (const [group, sides] of GROUPS.entries()) {
  for (const [side, words] of sides.split("/").entries()) {
    for (const word of words.split(" ")) {
      const stem = oppositeStem(word);
      PLACES.set(stem, [...(PLACES.get(stem) ?? []), { group, side }]);
    }
  }
}

/** The stem by which a word (lower-case) is looked up here. */
export function oppositeStem(word: string): string {
  return stemOf(regularForm(word));
}

/** Whether two words, as `oppositeStem`s, exclude one another. Symmetric; never true of a word and itself. */
export function areOpposite(a: string, b: string): boolean {
  const others = PLACES.get(b) ?? [];
  return (PLACES.get(a) ?? []).some(
    ({ group, side }) =>
      others.some((other) => other.group === group && other.side !== side) &&
      !others.some((other) => other.group === group && other.side === side),
  );
}
