/** English function words. */

const STOP_WORDS = new Set(
  (
    "a about above across after again against all almost along already also although always am among an and another any " +
    "anybody anyone anything anyway are around as at away back be because been before behind being below beside between beyond " +
    "both but by can cannot could did do does doing done down during each either else enough etc even ever every everybody " +
    "everyone everything few for from further had happen happened happening happens has have having he hence her here hers herself him himself his how however " +
    "i if in indeed instead into is it its itself just least less let lot many may maybe me might mine more most much must my " +
    "myself near neither no nobody none nor not nothing of off often oh ok okay on once one ones only onto or other others " +
    "otherwise ought our ours ourselves out over own per perhaps quite rather really same shall she should since so some " +
    "somebody someone something sometimes such than that the their theirs them themselves then there thereby therefore these " +
    "they this those though through throughout thus till to together too toward towards under unless until up upon us very via " +
    "was we well were what whatever when whenever where wherever whether which whichever while who whoever whom whose why " +
    "will with within without would y'all yeah yes yet you your yours yourself yourselves"
  ).split(" "),
);

/** Whether `word` (lower case, without contraction endings) is a function word. Texts that share only these share nothing. */
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}
