/** Texts that are in another language than English, told by their function words. */
import { nfc } from "../../../mind/text/unicode";

/** The commonest function words of German, as far as they are no English words. */
const GERMAN = new Set(
  (
    "der das den dem des ein eine einen einem einer eines und oder aber nicht ist sind wird wurde wurden werden hat haben habe hatte " +
    "ich wir sie ihr ihm ihn mich dich sich uns mein meine dein deine seine kein keine auf aus bei mit nach von vor zu zum zur " +
    "für über unter durch wegen auch noch schon nur wenn dass weil wie wo wer sehr im es er du " +
    "heute gestern jetzt wieder immer hier dort seit gegen ohne vom beim kann muss soll waren gibt geht macht etwas nichts jemand niemand " +
    "dieser diese dieses unser unsere alles viele mehr doch"
  ).split(" "),
);
/**
 * Those of German, Dutch, French, Spanish, Portuguese, Italian, Swedish, Danish, Norwegian, Polish and Turkish; of other
 * scripts the commonest of Russian and Greek.
 */
const FUNCTION_WORDS = new Set([
  ...GERMAN,
  ...(
    "het een niet zijn naar voor ook maar hij zij ik je mijn dat deze wordt werd geen heeft moet bij ons uit aan vandaag gisteren worden wij hebben " +
    "le la les un une du et ou est sont était être dans sur sous avec sans chez je tu il elle nous vous ils elles mon " +
    "ses ce cette ces qui que quoi dont où au aux pas plus mais très quand comme fait aussi alors toujours jamais rien tous leur depuis " +
    "avait après votre été " +
    "el los las una unos unas y es está están era fue ser hay en con por para al se su sus mi mis tu lo pero muy cuando cómo qué " +
    "también porque siempre nunca tiene ahora desde sobre hoy " +
    "o os um uma dos das nas nos não são foi seu sua meu minha mais muito ele ela ou é isso pelo pela tem já só também tenho hoje há " +
    "il non ha gli uno della dello delle dei degli nel nella sul sulla che è sono era più anche perché mio mia suo sua di da e ho hanno questo questa sempre molto niente oggi ieri dopo però " +
    "och det som en ett är inte har för på av till jag han hon ikke og er af til jeg efter mycket blev blir hade " +
    "nie się jest są był była było że który która przez jak czy mój moja " +
    "ve bir bu şu da de için ile çok mi mı değil daha gibi sen biz " +
    "и в во не на я он она мы вы они что это как с со по к из за от у о но а же бы для был была было его её " +
    "ο η το οι τα του της των τον την και να δεν με σε στο στη στην από για που είναι"
  ).split(" "),
]);
/** Of these some stand in English names and terms as well: one alone tells nothing. */
const IN_NAMES = new Set(
  "au bei biz da de del den der des di du e el en es il la las le les lo los mi o se su te tu un una van von y ha non han hay im mit moet mon también elle et nur ou sen ser som sul wo det".split(
    " ",
  ),
);
/** German as much as English: no death and no war beside another word of German, or a word with its letters. */
const ALIKE = new Set(["die", "war"]);
const WITH_GERMAN_LETTER = /^\p{Ll}*[äöüß]/u;
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
/** What stands before a sentence's first word: no dot of a title. */
const SENTENCE_START = /^\s*$|(?:(?<!\b(?:Mrs?|Ms|Dr|Prof|St))\.|[!?:;…\n"'„“«»¿¡(–-])\s*$/u;
const LOOK_BACK = 8;

/**
 * Whether `text` is in one of some languages other than English: it holds more of their function words than of the English
 * ones, and enough of them. False where nothing tells, as of a single word.
 */
export function isInOtherLanguage(text: string): boolean {
  const words = wordsOf(nfc(text.slice(0, READ_LENGTH)));
  const other = words.filter(({ word, weight }) => weight > 0 && isOther(word));
  const english = words.filter(({ word }) => ENGLISH.has(word.replace("’", "'"))).length;
  const weights = new Map(other.map(({ word, weight }) => [word, IN_NAMES.has(word) ? 1 : weight]));
  const marked = words.some(({ as, weight }) => weight > 0 && /[^\p{ASCII}’]/u.test(as)) ? 1 : 0;
  // One English word is enough to make "die" one.
  const alike = english === 0 ? alikeWeight(words) : 0;
  const sum = [...weights.values()].reduce((total, weight) => total + weight, marked + alike);
  return sum >= LEAST && other.length + Math.min(1, alike) > english;
}

interface Word {
  readonly as: string;
  /** In lower case. */
  readonly word: string;
  /** What it tells at most: nothing in a name ("she flew to São Paulo"), little where it may begin one ("São Paulo mayor"). */
  readonly weight: 0 | 1 | 2;
}

function wordsOf(text: string): Word[] {
  return [...text.matchAll(WORD)].map(({ 0: as, index }) => {
    const word = as.toLowerCase();
    if (!/^\p{Lu}\p{Ll}/u.test(as)) return { as, word, weight: 2 };
    if (!SENTENCE_START.test(text.slice(Math.max(0, index - LOOK_BACK), index)))
      return { as, word, weight: 0 };
    const end = index + as.length;
    // Germans write every noun so.
    const beginsName = !GERMAN.has(word) && /^\s\p{Lu}/u.test(text.slice(end, end + 3));
    return { as, word, weight: beginsName ? 1 : 2 };
  });
}

function isOther(word: string): boolean {
  return FUNCTION_WORDS.has(word) || ELIDED.test(word);
}

/** What "die" and "war" tell among these words, both together. */
function alikeWeight(words: readonly Word[]): 0 | 1 | 2 {
  if (!words.some(({ word }) => ALIKE.has(word))) return 0;
  if (words.some(({ as }) => WITH_GERMAN_LETTER.test(as))) return 2;
  return words.some(({ word, weight }) => weight > 0 && GERMAN.has(word) && !IN_NAMES.has(word)) ? 1 : 0;
}

/** A word, and no part of an address or a name in code. */
const WORD = /(?<![\p{L}\p{N}_./:@#-])[\p{L}\p{M}]+(?:['’]\p{L}+)*(?![\p{L}\p{N}_/:@-]|\.\p{L})/gu;
/** "L'hôpital", "qu'il", "dell'arte". */
const ELIDED = /^(?:[lj]|qu|dell|nell|all)['’]\p{L}{2}/u;

/** Further function words of German and French. They tell no language: English, names or the others have many of them, too. */
const FURTHER = new Set(
  (
    "die war wann warum welche welcher welches welchen welchem mir dir ihnen euch bis als sein seine seinen seiner seinem ihre ihren ihrer ihrem ins " +
    "so dann denn da dann damit darum diesen diesem jede jeder jedes jeden wenn ob zwar beide wurdest sollen sollte können konnte müssen mussten " +
    "dürfen wollen wollte würde wäre hätte bin bist seid sind ihr euer eure meinen meiner deinen deiner unserem unseren man sonst bitte denen deren dessen " +
    "leur leurs mes tes nos vos notre son ma ta cela ça ici là donc car ni lui eux entre vers peut peuvent ont avez avons suis es sommes êtes " +
    "étaient sera seront elle lorsque puisque afin quel quelle quels quelles combien pourquoi encore chaque"
  ).split(" "),
);

/**
 * Tells of words of `text`, in lower case, which of them say how a sentence is built and not what it is about, beside those
 * of English; none where the text is in no other language.
 */
export function foreignFunctionWordsIn(text: string): (word: string) => boolean {
  if (!isInOtherLanguage(text)) return () => false;
  return (word) => isOther(word) || FURTHER.has(word);
}

/** Whether `word`, in lower case, is a function word of such a language, and nothing else in English. */
export function isForeignFunctionWord(word: string): boolean {
  return FUNCTION_WORDS.has(word) && !IN_NAMES.has(word);
}
