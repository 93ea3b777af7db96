/** Amounts of money, with the currency as a word behind the number, however it is written: "$40" and "USD 40" as "40 dollar". */

const CURRENCIES: readonly (readonly [sign: string, code: string, unit: string])[] = [
  ["\\$", "USD", "dollar"],
  ["€", "EUR", "euro"],
  ["£", "GBP", "pound"],
  ["[¥￥]", "JPY", "yen"],
  ["₹", "INR", "rupee"],
  ["₺", "TRY", "lira"],
];
const NUMBER = "\\d{1,40}(?:[.,]\\d{1,40}){0,8}";

/** "US$" is what "$" mostly is; other dollars keep their letters. */
const WRITTEN = CURRENCIES.flatMap(([sign, code, unit]): [RegExp, string][] => [
  [
    new RegExp(
      `(?:(?:(?<![\\p{L}\\p{N}])(?:Usa|US) ?)?${sign}|(?<![\\p{L}\\p{N}])${code}) ?(${NUMBER})`,
      "gu",
    ),
    ` $1 ${unit} `,
  ],
  [new RegExp(`(?<=\\d) ?${sign}(?![\\p{L}\\p{N}])`, "gu"), ` ${unit} `],
  // A sign alone is the currency; before a letter it is something else.
  [new RegExp(`${sign}(?![\\p{L}\\p{N}])`, "gu"), ` ${unit} `],
]);

/** `text` with signs and codes of currencies as words. Linear. */
export function withCurrencies(text: string): string {
  return WRITTEN.reduce((written, [sign, word]) => written.replace(sign, word), text);
}
