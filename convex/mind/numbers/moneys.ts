/** Which moneys a text speaks of: "kr" may be of four countries, "NOK" is of one, and "pounds" may be a weight. */
import { nfkc } from "../../../mind/text/unicode";

/** Each entry: a word or sign, and the moneys that it may be. */
const WORDS: readonly (readonly [words: string, moneys: string])[] = [
  ["kr", "NOK DKK SEK ISK"],
  ["krone kroner", "NOK DKK"],
  ["krona kronor", "SEK ISK"],
  ["dollar dollars $", "USD CAD AUD NZD HKD SGD"],
  ["pound pounds", "GBP EGP lb"],
  ["£", "GBP EGP"],
  ["lb lbs", "lb"],
  ["euro euros €", "EUR"],
  ["franc francs", "CHF XOF"],
  ["yen jpy ¥", "JPY"],
  ["zloty zlotys pln", "PLN"],
  ["rupee rupees", "INR PKR LKR NPR"],
  ["yuan", "CNY"],
  ["ruble rubles rouble roubles", "RUB"],
  ["peso pesos", "MXN ARS CLP COP PHP"],
  ["lira liras", "TRY"],
  ["forint forints", "HUF"],
  ["rand rands", "ZAR"],
  ["shekel shekels", "ILS"],
];
const CODES =
  "NOK DKK SEK ISK USD CAD AUD NZD HKD SGD GBP EGP EUR CHF XOF JPY PLN INR PKR LKR NPR CNY RUB MXN ARS CLP COP PHP TRY HUF ZAR ILS CZK";
const MONEYS = new Map([
  ...WORDS.flatMap(([words, moneys]) =>
    words.split(" ").map((word): [string, readonly string[]] => [word, moneys.split(" ")]),
  ),
  ...CODES.split(" ").map((code): [string, readonly string[]] => [code.toLowerCase(), [code]]),
]);
/** Of which country they are, where a word or letters before them say so. */
const COUNTRIES = new Map(
  (
    "norwegian NOK|danish DKK|swedish SEK|icelandic ISK|american USD|us USD|u.s. USD|canadian CAD|ca CAD|c CAD|australian AUD|au AUD|a AUD|" +
    "nz NZD|hk HKD|singapore SGD|british GBP|egyptian EGP|swiss CHF|indian INR|pakistani PKR|mexican MXN|mx MXN|argentine ARS|chilean CLP"
  )
    .split("|")
    .map((entry): [string, string] => {
      const [country = "", code = ""] = entry.split(" ");
      return [country, code];
    }),
);
const BY_LENGTH = [...MONEYS.keys()]
  .filter((word) => /^\p{L}/u.test(word))
  .sort((a, b) => b.length - a.length);
/** Letters that stand for a country stand right before the sign. */
const MONEY = new RegExp(
  `(?<![\\p{L}\\p{N}])(?<country>(?:${[...COUNTRIES.keys()]
    .filter((word) => word.length > 1)
    .join("|")
    .replaceAll(".", "\\.")}) )?` +
    `(?<=[^\\p{L}]|^)(?<word>${BY_LENGTH.join("|")})(?!\\p{L})|(?<![\\p{L}\\p{N}])(?<letters>\\p{L}{1,2})?(?<sign>[$€£¥])`,
  "giu",
);

/** The moneys that are named in `text`, each as the set of those that it may be. */
export function moneysIn(text: string): (readonly string[])[] {
  // "100NOK" is written in one as well.
  const plain = nfkc(text).replace(/(?<=\d)(?=\p{L})/gu, " ");
  return [...plain.matchAll(MONEY)].map(({ groups = {} }) => {
    const moneys = MONEYS.get((groups.word ?? groups.sign ?? "").toLowerCase()) ?? [];
    const country = COUNTRIES.get((groups.country ?? groups.letters ?? "").toLowerCase().trim());
    return country !== undefined && moneys.includes(country) ? [country] : moneys;
  });
}

/** Whether two texts, by what `moneysIn` tells, each speak of a money that the other does not. Symmetric. */
export function moneysDiffer(a: readonly (readonly string[])[], b: readonly (readonly string[])[]): boolean {
  const lacks = (own: typeof a, other: typeof a) =>
    own.some((money) => !other.some((also) => also.some((code) => money.includes(code))));
  return lacks(a, b) && lacks(b, a);
}
