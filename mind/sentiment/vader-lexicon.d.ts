/** The lexicon of the `vader-sentiment` package, which ships no types. */
declare module "vader-sentiment/src/vader_lexicon.js" {
  /** Mean rating of ten people, −4 to 4, by word (lower case) or emoticon. */
  export const lexicon: Readonly<Record<string, number>>;
}
