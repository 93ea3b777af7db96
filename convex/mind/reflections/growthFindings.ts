/** What a reflection on growth finds: what was overturned, what is new and gone, and how long the way was. */
import { termsOf } from "../language/tokens";
import { listed, sentenceCase } from "../../../mind/text/phrasing";
import type { Shared } from "../thoughts/sharedMatters";
import { pastTold } from "../time/pastTold";
import { course } from "./emotionalFindings";
import {
  asksAt,
  hardTensions,
  lastSaid,
  lastTold,
  named,
  quote,
  type Finding,
  type Scene,
} from "./reflectionScene";

/** Within so long there is no telling growth from a busy day. */
const TOO_SHORT_MS = 86_400_000;

/** A memory names its time near its beginning. */
const READ_LENGTH = 400;

/** The findings, in the order in which they are told. */
export function growthFindings(scene: Scene): Finding[] {
  const { lived, places } = asLived(scene);
  const lasting = lastingIn(lived);
  const found = [...newAndGone(lived, lasting), ...course(lived), ...span(lived, lasting)];
  const inPlace = found.map((finding) => ({
    ...finding,
    uses: finding.uses.flatMap((index) => places[index] ?? []),
  }));
  return [...overturned(scene), ...inPlace];
}

/** What was held before and is said otherwise now, as far as words and figures tell. */
function overturned(scene: Scene): Finding[] {
  const [tension] = hardTensions(scene);
  if (tension === undefined) return [];
  const { a, b, said } = tension;
  const words = said === null ? "" : `; “${said[0]}” has become “${said[1]}”`;
  const when = scene.day(a) === scene.day(b) ? "the same day" : `on ${scene.day(b)}`;
  return [
    {
      said: `On ${scene.day(a)} I was told ${quote(scene, a)}, ${when} ${quote(scene, b)}${words}`,
      uses: [a, b],
    },
  ];
}

/**
 * Subjects that only the newer half has, and that only the older had. "Since" a day says that the day is over: it is said
 * only where there is evidence of later days, which shows that there was something to hear.
 */
function newAndGone(scene: Scene, lasting: Shared | undefined): Finding[] {
  const { evidence, relations } = scene;
  const half = Math.floor(evidence.length / 2);
  if (half < 2) return [];
  const fresh = relations.shared.find(({ seeds }) => seeds.every((seed) => seed >= half));
  const gone = relations.shared.find(({ seeds }) => seeds.every((seed) => seed < half));
  return [
    ...(fresh === undefined ? [] : come(scene, fresh)),
    ...(gone === undefined ? [] : left(scene, gone)),
    ...(lasting === undefined
      ? []
      : [{ said: `${named(lasting)} has stayed with me throughout`, uses: lasting.seeds }]),
  ].map(({ said, uses }) => ({ said: sentenceCase(said), uses }));
}

/** What both halves speak of. */
function lastingIn(scene: Scene): Shared | undefined {
  const half = Math.floor(scene.evidence.length / 2);
  if (half < 2) return undefined;
  return scene.relations.shared.find(
    (shared) =>
      shared.seeds.some((seed) => seed < half) &&
      shared.seeds.some((seed) => seed >= half) &&
      isThroughout(scene, shared),
  );
}

/** What came up within an hour has not stayed: it is told of over a day at least, and over half of the time looked at. */
function isThroughout({ evidence }: Scene, { seeds }: Shared): boolean {
  const spanOf = (moments: readonly number[]) => Math.max(...moments) - Math.min(...moments);
  const span = spanOf(seeds.flatMap((seed) => evidence[seed]?.createdAt ?? []));
  return span >= TOO_SHORT_MS && 2 * span >= spanOf(evidence.map(({ createdAt }) => createdAt));
}

/** What has come up is new only after a day without it. */
function come(scene: Scene, fresh: Shared): Finding[] {
  const first = Math.min(...fresh.seeds);
  const day = scene.day(first);
  if (day === scene.day(0)) return [];
  const isOver = day !== scene.day(Math.max(...fresh.seeds));
  const telling = fresh.seeds.filter((seed) => !asksAt(scene, seed));
  const lately = listed(
    lastSaid(scene, telling.length > 0 ? telling : fresh.seeds, 1).map((index) => quote(scene, index)),
  );
  const said = isOver
    ? `${named(fresh)} has come up since ${day}, lately ${lately}`
    : `${named(fresh)} came up ${scene.on(first)}: ${lately}`;
  return [{ said, uses: fresh.seeds }];
}

/** Only some of what is remembered was looked at: of the rest nothing is claimed. */
function left(scene: Scene, gone: Shared): Finding[] {
  const terms = termsOf(gone.name);
  const holds = (content: string) => {
    const held = new Set(termsOf(content));
    return terms.every((term) => held.has(term));
  };
  const last = scene.evidence.findLastIndex(
    ({ content }, index) => gone.seeds.includes(index) || holds(content),
  );
  const day = scene.day(last);
  if (day === scene.day(scene.evidence.length - 1)) return [];
  return [
    {
      said: `in what I looked at, nothing later than ${day} speaks of ${named(gone)}`,
      uses: gone.seeds,
    },
  ];
}

/** How far apart the oldest and the newest are, and what they say: the ground for any talk of change. */
function span(scene: Scene, lasting: Shared | undefined): Finding[] {
  const { evidence } = scene;
  const last = evidence.length - 1;
  const [oldest, newest] = [evidence[0], evidence[last]];
  if (oldest === undefined || newest === undefined) return [];
  if (last === 0)
    return [
      {
        said: `All I have to go by is ${quote(scene, 0)}, and growth shows only between one time and another`,
        uses: [0],
        isThin: true,
      },
    ];
  if (newest.createdAt - oldest.createdAt < TOO_SHORT_MS) {
    return [
      {
        said: scene.on(0).startsWith("on ")
          ? `All of it came within a day, ${scene.day(0)}, which is too short to tell growth from a busy hour; it ends with ${quote(scene, lastTold(scene))}`
          : `All of it is of ${scene.day(0)}, and what came before what I can't tell; it ends with ${quote(scene, lastTold(scene))}`,
        uses: [lastTold(scene)],
        isThin: true,
      },
    ];
  }
  const endsOf = (places: readonly number[]) => {
    const told = places.filter((place) => !asksAt(scene, place));
    return { from: told[0] ?? 0, to: told.at(-1) ?? last };
  };
  // Without a focus the first and the last may be strangers, and no way leads from one to the other.
  const way = scene.isOnFocus ? undefined : lasting;
  const { from, to } = endsOf(way?.seeds ?? [...evidence.keys()]);
  if (from === to) return [];
  // What says itself when it was is not dated again.
  const when = (index: number) =>
    quote(scene, index).includes(scene.day(index)) ? "" : `, ${scene.on(index)}`;
  const ends = [
    `${quote(scene, from)}${when(from)}${when(from) === "" ? "" : ","}`,
    `${quote(scene, to)}${when(to)}`,
  ];
  const led = way === undefined ? "The way leads" : `With ${named(way)} the way leads`;
  return scene.isOnFocus || way !== undefined
    ? [{ said: `${led} from ${ends.join(" to ")}`, uses: [from, to] }]
    : [
        {
          said: `What I looked at begins with ${ends.join(" and ends with ")}`,
          uses: [from, to],
          isThin: true,
        },
      ];
}

/**
 * The scene in the order of what is told of: who says today what she could not do in 2019 tells of 2019. `places` are those
 * of its evidence in `scene`.
 */
function asLived(scene: Scene): { lived: Scene; places: readonly number[] } {
  const { evidence, relations, timeZone } = scene;
  const told = evidence.map(({ content, createdAt }) =>
    pastTold(content.slice(0, READ_LENGTH), createdAt, timeZone),
  );
  const began = (index: number) => told[index]?.began ?? evidence[index]?.createdAt ?? 0;
  const places = [...evidence.keys()].sort((a, b) => began(a) - began(b));
  const at = (index: number) => places[index] ?? index;
  const on = (index: number) => told[at(index)]?.on ?? scene.on(at(index));
  const moved = (seed: number) => places.indexOf(seed);
  const lived: Scene = {
    ...scene,
    evidence: places.flatMap((place) => {
      const memory = evidence[place];
      return memory === undefined ? [] : [{ ...memory, createdAt: began(place) }];
    }),
    relations: {
      ...relations,
      shared: relations.shared.map((shared) => ({
        ...shared,
        seeds: shared.seeds.map(moved).sort((a, b) => a - b),
      })),
      questions: relations.questions.map(({ seed, asked }) => ({ seed: moved(seed), asked })),
      feelings: places.map((place) => relations.feelings[place] ?? 0),
    },
    day: (index) => on(index).replace(/^(?:on|in) /u, ""),
    on,
  };
  return { lived, places };
}
