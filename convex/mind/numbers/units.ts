/** Units of measure and of money after numbers, each by one name: "5kg" as "5 kilogram". */
import { numberIn } from "../language/tokens";

/** Each entry: a unit, then how else it is written after a number, lower-case. Plural and singular are one; a meter may be a gauge. */
const MEASURES =
  "kilogram kg kgs kilo kilos kilograms kilogramme kilogrammes|gram g gr grams gramme grammes|milligram mg milligrams|ton tons tonne tonnes|" +
  "kilometre km kms kilometers kilometer kilometres|metre m meters meter metres|centimetre cm centimeters centimeter centimetres|" +
  "millimetre mm millimeters millimeter millimetres|litre l liters liter litres|millilitre ml milliliters milliliter millilitres|" +
  "mile mi miles|foot ft feet|inch inches|yard yd yds yards|pound lb lbs pounds|ounce oz ounces|" +
  "hour h hr hrs hours|minute min mins minutes|second sec secs seconds|" +
  "day days|week wk wks weeks|month months|year yr yrs years|byte bytes|kilobyte kb kilobytes|megabyte mb megabytes|" +
  "gigabyte gb gigabytes|terabyte tb terabytes|watt w watts|kilowatt kw kilowatts|volt v volts|" +
  "kilocalorie kcal kilocalories";
/** Whose crowns, pounds and dollars they are is told apart by mind/numbers/moneys. */
const MONEYS =
  "euro eur euros|dollar usd dollars|pound gbp|cent cents|krone kroner kr nok dkk krona kronor sek isk|" +
  "franc chf francs|zloty pln zlotys|yen jpy|rupee inr rupees";
const namesIn = (table: string) =>
  table.split("|").flatMap((entry) => {
    const [unit = "", ...others] = entry.split(" ");
    return [unit, ...others].map((other): [string, string] => [other, unit]);
  });
const MEASURE_OF = new Map(namesIn(MEASURES));
const UNIT_OF = new Map([...MEASURE_OF, ...namesIn(MONEYS)]);
const PER = new Map([
  ["mph", "mile per hour"],
  ["kph", "kilometre per hour"],
  ["kmh", "kilometre per hour"],
]);
/** "5M users" are millions, and "5G" is a network. */
const NO_SYMBOL = /^[GM]$/;

/** The name of the unit of measure that `word` (lower-case) is after a number; undefined where it is none. */
export function measureNamed(word: string): string | undefined {
  return MEASURE_OF.get(word);
}

/** Of a currency's sign before a number its "m" is a million. */
const MEASURED =
  /(?<![\p{L}\p{N}.,$€£¥])(\d{1,40}(?:[.,]\d{1,40}){0,8})([ -]?)(\p{L}{1,12})(?![\p{L}\p{N}'+])/gu;

/** `text` with the units after numbers in one spelling, singular. */
export function withUnits(text: string): string {
  return text
    .replace(/(?<=\d) ?km\/h\b/gi, " kilometre per hour")
    .replace(/(?<=\d) ?°\s?(?=[CF]\b)/g, " degrees ")
    .replace(/(?<=degrees )C\b/g, "celsius")
    .replace(/(?<=degrees )F\b/g, "fahrenheit")
    .replace(MEASURED, (whole, number: string, space: string, written: string) => {
      const unit = UNIT_OF.get(written.toLowerCase()) ?? PER.get(written.toLowerCase());
      if (unit === undefined || NO_SYMBOL.test(written)) return whole;
      // "1990s" and "4th" are numbers; "2 L" may be a model or a litre, "3 V" hardly anything but volts.
      return space === "-" && written.length === 1 ? whole : `${number} ${unit}`;
    })
    .replace(
      /(?<= (?:euro|dollar|pound|yen|cent|krone|franc|zloty|rupee|kilogram|gram|metre|kilometre|mile|litre|hour)) an? (?=[a-z])/g,
      " per ",
    );
}

/** "3kg" as the tokens "3" and "kg"; any other token (lower-case) as it is. */
export function numberAndUnit(token: string): string[] {
  const [, number, unit] = /^(\d{1,15}(?:[.,]\d{1,15})*)(\p{L}{1,4})$/u.exec(token) ?? [];
  return number === undefined || unit === undefined || numberIn(token) !== null ? [token] : [number, unit];
}
