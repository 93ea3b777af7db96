/** What says where or when may stand at either end of a sentence. */
export const MOVABLE: ReadonlySet<string> = new Set(
  (
    "in on at by to from for with without of about after before during since until under over near into through " +
    "today tonight yesterday tomorrow now then here there later sometimes often usually always recently"
  ).split(" "),
);
