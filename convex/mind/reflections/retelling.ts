/** Asked again on the same focus: what is new is told, and what was concluded before stands; no scraps of what is left. */
import { listed } from "../../../mind/text/phrasing";
import { calendarDay } from "../../../mind/time/calendarDay";
import { borneConfidence, type MadeReflection, type ReflectionMatter } from "./reflectionMatter";
import { lastSaid, quote, type Finding, type Scene } from "./reflectionScene";

/** New memories that are quoted where nothing was found in them. */
const MOST_NEW = 2;

/**
 * The last reflection on the same focus, where it has nothing new to go by: it is kept once, and more present for having been
 * asked for again. Null where something was told since, or where a deep look may find more.
 */
export function standingReflection(matter: ReflectionMatter, confidence: number): MadeReflection | null {
  const { last, depth, evidence } = matter;
  if (last === null || last.cites.length === 0 || depth === "deep") return null;
  if (evidence.some(({ createdAt }) => createdAt > last.createdAt)) return null;
  const cited = last.cites.flatMap((number) => evidence[number - 1] ?? []);
  return {
    content: last.content,
    confidence: borneConfidence(confidence, cited),
    cites: last.cites,
    isThin: false,
  };
}

/**
 * Of `found` what the last reflection on the same focus did not tell in the same words, and a word on the rest. Where none of
 * it comes of what was told since, that is said, and the first of it told again as it stands now.
 */
export function sinceLast({ last }: ReflectionMatter, scene: Scene, found: readonly Finding[]): Finding[] {
  if (last === null) return [...found];
  const isNew = (index: number) => (scene.evidence[index]?.createdAt ?? 0) > last.createdAt;
  const fresh = [...scene.evidence.keys()].filter(isNew);
  const untold = found.filter(({ said }) => !last.content.includes(said));
  if (fresh.length === 0 || fresh.length === scene.evidence.length || untold.length === 0) return [...found];
  const day = calendarDay(last.createdAt, scene.timeZone);
  const told = lastSaid(scene, fresh, MOST_NEW);
  const news = `New since ${day} ${told.length === 1 ? "is" : "are"} ${listed(told.map((index) => quote(scene, index)))}`;
  if (untold.some(({ uses, isThin }) => isThin !== true && uses.some(isNew))) {
    const isQuoted = fresh.some((index) => untold.some(({ said }) => said.includes(quote(scene, index))));
    return [
      ...(isQuoted ? [] : [{ said: news, uses: told }]),
      ...untold,
      ...(untold.length === found.length ? [] : [{ said: `The rest is as I told it on ${day}`, uses: [] }]),
    ];
  }
  return [
    { said: `${news}; I see nothing there that changes what I concluded then`, uses: told },
    ...found.filter(({ isThin }) => isThin !== true).slice(0, 1),
  ];
}
