/** What texts in scripts without spaces have in common: runs of characters that are likely to be words, for pairs of characters are not. */
import { nfkc } from "../../../mind/text/unicode";

/** Longer texts are compared by their beginnings: the cost grows with the product of two lengths. */
const READ_LENGTH = 240;
/** A run of fewer characters is an accident, but for two Han characters, which make a word. */
const LEAST_RUN = 3;
const LEAST_HAN = 2;

const LETTER =
  /(?=[\p{L}\p{M}])[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const KATAKANA = /[\p{sc=Katakana}ー]/u;
const HAN = /\p{sc=Han}/u;

/**
 * Chinese and Japanese put no space between words, so what is none is told by what it holds: pronouns and particles stand in
 * no name of a thing, and these words are of all texts.
 */
const GRAMMAR = /[的了我你您他她它们們这這那很也都就吗嗎呢吧把被让讓给給还還没沒不嘛啊]/u;
const SAID_OF_ALL = new Set(
  (
    "喜欢 喜歡 觉得 覺得 知道 认为 認為 希望 开始 開始 可以 因为 因為 所以 但是 如果 已经 已經 现在 現在 今天 昨天 明天 后天 前天 自己 什么 什麼 怎么 怎麼 时候 時候 " +
    "一起 一个 一個 两个 两本 非常 起来 起來 出来 出來 看到 听到 聽到 需要 应该 應該 感到 打算 决定 決定 准备 準備 告诉 告訴 成为 成為 进行 進行 以后 以後 以前 有点 有點 " +
    "今日 昨日 明日 毎日 今年 去年 来年 先週 今週 来週 今月 先月 来月 最近 時間 自分 一緒 大変 本当 午前 午後 今朝 昨夜 月曜 火曜 水曜 木曜 金曜 土曜 日曜 月曜日 火曜日 水曜日 " +
    "木曜日 金曜日 土曜日 日曜日 星期一 星期二 星期三 星期四 星期五 星期六 星期天 上午 下午 早上 晚上"
  ).split(" "),
);
/** A word may end beside these: grammar, numbers, times and places, and anything but Han characters. */
const BESIDE_WORD =
  /[的了我你您他她它们們这這那很也都就吗嗎呢吧把被让讓给給还還没沒不嘛啊在是有和与與或从從到去来來上下里裡中后後前对對向为為因会會能要想说說喝吃买買借看用做太最更又再才只每各一二三四五六七八九十几幾两兩多少今昨明年月日时時]/u;
/** So many Han characters that recur together are no accident, though a word is bounded on one side alone. */
const SURE_HAN = 3;

/** The longest run of characters that both texts hold and that is likely to be a word; null where there is none. Symmetric. */
export function commonRun(a: string, b: string): string | null {
  const [one, other] = [a, b].map((text) => [...nfkc(text.slice(0, READ_LENGTH)).slice(0, READ_LENGTH)]);
  if (one === undefined || other === undefined) return null;
  const runs = new Set<string>();
  let ends: number[] = [];
  one.forEach((character, i) => {
    const next: number[] = [];
    other.forEach((same, j) => {
      if (character !== same || !LETTER.test(character)) return;
      const length = (ends[j - 1] ?? 0) + 1;
      next[j] = length;
      if (length < LEAST_HAN || (one[i + 1] === other[j + 1] && LETTER.test(one[i + 1] ?? ""))) return;
      const run = trimmed(one, i - length + 1, i + 1, other, j - length + 1);
      if (run !== null) runs.add(run);
    });
    ends = next;
  });
  const longest = [...runs].sort((x, y) => [...y].length - [...x].length || (x < y ? -1 : 1));
  return longest[0] ?? null;
}

/** A run without the endings and particles around it; null where what is left is no word of its own. */
function trimmed(
  one: readonly string[],
  from: number,
  to: number,
  other: readonly string[],
  start: number,
): string | null {
  let [begin, end] = [from, to];
  const at = (place: number) => [one[place] ?? "", other[place - from + start] ?? ""];
  // A foreign word is written in one piece: a part of it is another word.
  const isPart = (inside: number, outside: number) =>
    KATAKANA.test(one[inside] ?? "") && at(outside).some((character) => KATAKANA.test(character));
  if (isPart(begin, begin - 1)) while (begin < end && KATAKANA.test(one[begin] ?? "")) begin += 1;
  if (isPart(end - 1, end)) while (end > begin && KATAKANA.test(one[end - 1] ?? "")) end -= 1;
  const isEnding = (character = "") => /[\p{sc=Hiragana}\p{M}]/u.test(character);
  while (begin < end && isEnding(one[begin])) begin += 1;
  while (end > begin && isEnding(one[end - 1])) end -= 1;
  const run = one.slice(begin, end);
  const han = run.filter((character) => HAN.test(character)).length;
  if (run.length < LEAST_RUN && han < LEAST_HAN) return null;
  const isWord =
    han < run.length || isHanWord(run.join(""), at(begin - 1), at(end), isKana(one) || isKana(other));
  return isWord ? run.join("") : null;
}

function isKana(text: readonly string[]): boolean {
  return text.some((character) => /[\p{sc=Hiragana}\p{sc=Katakana}]/u.test(character));
}

/**
 * Whether a run of Han characters is likely to be a word, by what stands before and after it in both texts: in Japanese a word
 * of them is never cut; in Chinese, where all is written with them, it is bounded on both sides, here or there.
 */
function isHanWord(
  run: string,
  before: readonly string[],
  after: readonly string[],
  isJapanese: boolean,
): boolean {
  if (GRAMMAR.test(run) || SAID_OF_ALL.has(run)) return false;
  if (isJapanese) return [...before, ...after].every((character) => !HAN.test(character));
  const isBounded = (beside: readonly string[]) =>
    beside.some((character) => !HAN.test(character) || BESIDE_WORD.test(character));
  const bounded = [before, after].filter(isBounded).length;
  return bounded === 2 || (bounded === 1 && [...run].length >= SURE_HAN);
}
