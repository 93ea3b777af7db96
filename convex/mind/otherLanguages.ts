/** Texts that are in another language than English, told by their function words. */
import { nfc } from "./normalised";

/**
 * The commonest function words of German, Dutch, French, Spanish, Portuguese, Italian, Swedish, Danish, Norwegian, Polish
 * and Turkish, as far as they are no English words; of other scripts the commonest of Russian and Greek.
 */
const FUNCTION_WORDS = new Set(
  (
    "der das den dem des ein eine einen einem einer eines und oder aber nicht ist sind wird wurde wurden werden hat haben hatte " +
    "ich wir sie ihr ihm ihn mich dich sich uns mein meine dein deine seine kein keine auf aus bei mit nach von vor zu zum zur " +
    "für über unter durch wegen auch noch schon nur wenn dass weil wie wo wer sehr im es er du " +
    "het een niet zijn naar voor ook maar hij zij ik je mijn dat deze wordt werd " +
    "le la les un une du et ou est sont était être dans sur sous avec sans chez je tu il elle nous vous ils elles mon " +
    "ses ce cette ces qui que quoi dont où au aux pas plus mais très quand comme " +
    "el los las una unos unas y es está están era fue ser hay en con por para al se su sus mi mis tu lo pero muy cuando cómo qué " +
    "o os um uma dos das nas nos não são foi seu sua meu minha mais muito ele ela ou " +
    "il non ha gli uno della dello delle dei degli nel nella sul sulla che è sono era più anche perché mio mia suo sua di da e " +
    "och det som en ett är inte har för på av till jag han hon ikke og er af til jeg " +
    "nie się jest są był była było że który która przez jak czy mój moja " +
    "ve bir bu şu da de için ile çok mi mı değil daha gibi sen biz " +
    "и в во не на я он она мы вы они что это как с со по к из за от у о но а же бы для был была было его её " +
    "ο η το οι τα του της των τον την και να δεν με σε στο στη στην από για που είναι"
  ).split(" "),
);
/** Of these some stand in English names and terms as well: one alone tells nothing. */
const IN_NAMES = new Set(
  "au bei biz da de del den der des di du e el en es il la las le les lo los mi o se su te tu un una van von y ha non han hay im mit mon elle et nur ou sen ser som sul wo det".split(
    " ",
  ),
);
/** The commonest English words, as far as none of those languages has them. */
const ENGLISH = new Set(
  (
    "the of and to is that for with this was were are be been have had his their they she you your my our from by not but what " +
    "when which who how why where there will would could should can about into than then some it its it's don't i'm i i've"
  ).split(" "),
);
/** What a text is written in shows in its beginning. */
const READ_LENGTH = 4096;
/** Two function words, or three that stand in names; a letter that English has not counts as one of these. */
const LEAST = 3;

/**
 * Whether `text` is in one of some languages other than English: it holds more of their function words than of the English
 * ones, and enough of them. False where nothing tells, as of a single word.
 */
export function isInOtherLanguage(text: string): boolean {
  const words = nfc(text.slice(0, READ_LENGTH)).toLowerCase().match(WORD) ?? [];
  const other = words.filter((word) => FUNCTION_WORDS.has(word) || ELIDED.test(word));
  const english = words.filter((word) => ENGLISH.has(word.replace("’", "'"))).length;
  const weights = [...new Set(other)].map((word) => (IN_NAMES.has(word) ? 1 : 2));
  const marked = words.some((word) => /[^\p{ASCII}’]/u.test(word)) ? 1 : 0;
  return weights.reduce((sum, weight) => sum + weight, marked) >= LEAST && other.length > english;
}

/** A word, and no part of an address or a name in code. */
const WORD = /(?<![\p{L}\p{N}_./:@#-])[\p{L}\p{M}]+(?:['’]\p{L}+)*(?![\p{L}\p{N}_/:@-]|\.\p{L})/gu;
/** "L'hôpital", "qu'il", "dell'arte". */
const ELIDED = /^(?:[lj]|qu|dell|nell|all)['’]\p{L}{2}/u;

/** Whether `word`, in lower case, is a function word of such a language, and nothing else in English. */
export function isForeignFunctionWord(word: string): boolean {
  return FUNCTION_WORDS.has(word) && !IN_NAMES.has(word);
}
