/** Regular past forms of English verbs, "walked" and "agreed", told from what only ends like them, "need" and "sacred". */

/** A vowel stands before the ending of each: not in "shed", "sled" and "shred". */
const PAST = /[aeiouy][a-z]{0,30}ed$/;
const OF_VERBS_IN_EE = new Set("agreed disagreed freed guaranteed refereed decreed emceed".split(" "));
const OTHERS = new Set(
  (
    "hundred naked sacred wicked hatred kindred embed imbed moped biped quadruped infrared rugged jagged ragged crooked wretched beloved " +
    "newlywed unwed coed hotbed seabed sunbed deathbed riverbed daybed bloodshed watershed cowshed toolshed bobsled " +
    "alfred manfred wilfred winifred mildred jared ahmed mohammed muhammed"
  ).split(" "),
);

/** Whether `word` (lower-case) has the form of a regular past. */
export function isRegularPast(word: string): boolean {
  if (word.endsWith("eed")) return OF_VERBS_IN_EE.has(word);
  return PAST.test(word) && !OTHERS.has(word);
}
