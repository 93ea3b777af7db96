/** The one function of the `vader-sentiment` package that is used; it ships no types of its own. */
declare module "vader-sentiment" {
  interface PolarityScores {
    neg: number;
    neu: number;
    pos: number;
    /** −1 to 1. */
    compound: number;
  }
  const vader: {
    SentimentIntensityAnalyzer: { polarity_scores(text: string): PolarityScores };
  };
  export default vader;
}
