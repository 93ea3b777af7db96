/** What a reflection on behaviour finds: how things are done, who does them, what was decided, and when. */
import { listed, numberWord, sentenceCase } from "../../../mind/text/phrasing";
import { routineAt } from "../../../mind/time/routine";
import { ROUTINES, type MemoryType, type Routine } from "../../../mind/enums";
import { asksAt, days, lastSaid, named, quote, shareOf, type Finding, type Scene } from "./reflectionScene";
import { tellsOfTurn } from "./turns";

/** A memory tells of a turn in its beginning, or in passing. */
const READ_LENGTH = 400;

/** Memories that tell of what is done. */
const DOINGS: ReadonlySet<MemoryType> = new Set(["episodic", "procedural"]);

/** The findings, in the order in which they are told. */
export function behavioralFindings(scene: Scene): Finding[] {
  return [...ways(scene), ...doings(scene), ...decisions(scene), ...hours(scene)];
}

/** How things are done: what was stored as a procedure. */
function ways(scene: Scene): Finding[] {
  const known = scene.evidence.flatMap(({ type }, i) => (type === "procedural" ? [i] : []));
  if (known.length === 0) return [];
  const told = known.slice(-2);
  const others = known.length - told.length;
  const rest = others > 0 ? `, and ${numberWord(others)} more` : "";
  return [
    {
      said: `Of how things are done I hold ${listed(told.map((index) => quote(scene, index)))}${rest}`,
      uses: told,
    },
  ];
}

/** Who or what is at it again and again. */
function doings(scene: Scene): Finding[] {
  const { relations, evidence } = scene;
  // What is known or felt of somebody is nothing that they do.
  const asks = (seed: number) => asksAt(scene, seed);
  const isDoing = (seed: number) => DOINGS.has(evidence[seed]?.type ?? "semantic") && !asks(seed);
  const done = relations.shared
    .map((shared) => ({ ...shared, seeds: shared.seeds.filter(isDoing) }))
    .filter(({ seeds }) => seeds.length > 1)
    .sort((a, b) => b.seeds.length - a.seeds.length);
  const again = done.find(({ isEntity }) => isEntity) ?? done[0];
  if (again === undefined) {
    const last = [...evidence.keys()].findLast(
      (index) => evidence[index]?.type === "episodic" && !asks(index),
    );
    const nothing = "I see nothing that is done twice in what I looked at";
    if (last === undefined) return [{ said: nothing, uses: [evidence.length - 1], isThin: true }];
    return [
      {
        said: `${nothing}; the latest that was done, of ${scene.day(last)}, is ${quote(scene, last)}`,
        uses: [last],
        isThin: true,
      },
    ];
  }
  const told = lastSaid(scene, again.seeds, 2);
  return [
    {
      said: `${sentenceCase(named(again))} has a part in ${shareOf(scene, again.seeds.length)}, ${days(scene, again.seeds)}, lately ${listed(told.map((index) => quote(scene, index)))}`,
      uses: again.seeds,
    },
  ];
}

/** The last memory that tells of a decision or a turn. */
function decisions(scene: Scene): Finding[] {
  // How something is done is no turn, whatever words it takes.
  const turns = scene.evidence.flatMap(({ type, content }, i) =>
    type !== "procedural" && tellsOfTurn(content.slice(0, READ_LENGTH)) ? [i] : [],
  );
  const last = turns.at(-1);
  if (last === undefined) return [];
  const [many, when] =
    turns.length === 1
      ? ["One memory tells", "from"]
      : [`${sentenceCase(numberWord(turns.length))} memories tell`, "the last on"];
  return [
    {
      said: `${many} of a turn or a decision, ${when} ${scene.day(last)}: ${quote(scene, last)}`,
      uses: [last],
    },
  ];
}

const HOURS: { readonly [routine in Routine]: string } = {
  morning: "in the morning",
  day: "during the day",
  evening: "in the evening",
  overnight: "at night",
};

/** The time of day at which most of it came; nothing where no time stands out. */
function hours({ evidence, timeZone }: Scene): Finding[] {
  const routines = evidence.map(({ createdAt }) => routineAt(createdAt, timeZone));
  const usual = ROUTINES.map((routine) => ({
    routine,
    uses: routines.flatMap((other, i) => (other === routine ? [i] : [])),
  })).sort((a, b) => b.uses.length - a.uses.length)[0];
  if (usual === undefined || evidence.length < 3 || usual.uses.length <= 0.6 * evidence.length) return [];
  const share = usual.uses.length === evidence.length ? "All of it" : "Most of it";
  return [{ said: `${share} reached me ${HOURS[usual.routine]}`, uses: usual.uses, isThin: true }];
}
