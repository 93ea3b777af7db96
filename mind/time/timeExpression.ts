/** Moments named in English or German words, found by chrono. Apart from other modules of time, since chrono takes long to load. */
import { casual as german, type ParsedResult } from "chrono-node/de";
import { GB } from "chrono-node/en";
import { localMoment, offsetAt } from "./calendarDay";

const PARSERS = { en: GB.clone(), de: german.clone() };
// chrono knows "3.6.2026" and "3. Juni", but not "3.6.".
PARSERS.de.parsers.push({
  pattern: () => /(?<!\p{N})(?:am\s)?(\d{1,2})\.\s?(\d{1,2})\.(?!\d)/iu,
  extract: (_, [, day, month]) => ({ day: Number(day), month: Number(month) }),
});

/** A match that ends within a word or before more of the same time was not understood. */
const GOES_ON = /^(?:\p{L}|\s*\p{N}|\s+(?:(?:and|und) an? half|früh(?!\p{L})))/u;
const CLOCK_FOLLOWS = /^\s+(?:at|um)\s/u;

/** A moment in ms since the epoch, and the words that name it. */
export interface NamedMoment {
  readonly at: number;
  readonly words: string;
}

/**
 * The moments that `text` names, seen from `now` in `timeZone` (IANA name). A time of day without a day is the next such time. A day
 * without a time is chrono's choice of one.
 */
export function momentsIn(text: string, language: "en" | "de", now: number, timeZone: string): NamedMoment[] {
  const offset = offsetAt(now, timeZone) / 60_000;
  const seenFrom = { instant: new Date(now), timezone: offset };
  return PARSERS[language]
    .parse(text, seenFrom, { forwardDate: true })
    .flatMap(({ index, text: words, start }) => {
      const rest = text.slice(index + words.length);
      if (GOES_ON.test(rest) || (!start.isCertain("hour") && CLOCK_FOLLOWS.test(rest))) return [];
      // Exact is a span ("in 20 minutes"), or a time with another zone. Others are local, also where the clocks change until then.
      const isExact = start.isCertain("millisecond") || (start.get("timezoneOffset") ?? offset) !== offset;
      const at = isExact ? start.date().getTime() : localMomentOf(start, timeZone);
      return at === null ? [] : [{ at, words }];
    });
}

function localMomentOf(time: ParsedResult["start"], timeZone: string): number | null {
  const [year = "", month, day, hour, minute] = (["year", "month", "day", "hour", "minute"] as const).map(
    (part) => String(time.get(part) ?? 0).padStart(2, "0"),
  );
  return localMoment(`${year.padStart(4, "0")}-${month}-${day}T${hour}:${minute}`, timeZone);
}
