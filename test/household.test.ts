/**
 * A household: three people, forty notes, ten feed events, corrections, an erasure and a kill, without a model and with one
 * that tells all it is shown. The tables say who may learn what; every fact is looked for in every reply, prompt, search and
 * row of the export.
 */
import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { exportPages } from "./support/exportPages";
import { modelServer, newModel } from "./support/model";
import type { ModelServer } from "./support/model-server";
import { startService, type Service } from "./support/service";
import { until } from "./support/until";

const PEOPLE = ["Ada", "Björn", "Chiara"] as const;
type Person = (typeof PEOPLE)[number];
/** The agent's own scope, for all. */
const ALL = "";
type Scope = Person | typeof ALL;

/** A text that somebody sends, found again by its `code`. Its scope says who may learn it: one person, or all. */
interface Fact {
  readonly code: string;
  readonly scope: Scope;
  readonly text: string;
}
const fact = (scope: Scope, text: string): Fact => ({
  scope,
  text,
  code: /\b[a-z]+-\d{4}\b/.exec(text)?.[0] ?? text,
});
/** With what its owner asks later: the reply must have the code. */
const asked = (scope: Person, text: string, question: string) => ({ ...fact(scope, text), question });

/** Each told by a note of its person, who names no scope. */
const SECRETS = [
  asked(
    "Ada",
    "My locker at the swimming pool opens with heron-4711.",
    "What opens my locker at the swimming pool?",
  ),
  asked(
    "Ada",
    "My dentist, Dr. Okafor, pulls a tooth on Thursday; she filed me as molar-3306.",
    "As what did Dr. Okafor, my dentist, file me?",
  ),
  asked(
    "Ada",
    "I bought Björn a telescope for his birthday and hid it under the stairs; the receipt is orion-8125.",
    "Which receipt has the telescope that I bought for Björn's birthday?",
  ),
  asked(
    "Björn",
    "Mein Tagebuch liegt im Schrank, und das Schloss daran öffnet sich mit kiesel-2208.",
    "Womit öffnet sich das Schloss an meinem Tagebuch?",
  ),
  asked(
    "Björn",
    "Ich habe die Prüfung in Mathematik nicht bestanden; mein Aktenzeichen lautet tangens-6414.",
    "Wie lautet mein Aktenzeichen von der Prüfung in Mathematik?",
  ),
  asked(
    "Björn",
    "Ich spare heimlich auf ein Moped, und mein Sparbuch hat das Kennwort auspuff-1937.",
    "Welches Kennwort hat mein Sparbuch für das Moped?",
  ),
  asked(
    "Björn",
    "Mina är min flickvän, och hennes dörrkod är lingon-7750.",
    "Vilken dörrkod har Mina, min flickvän?",
  ),
  asked(
    "Chiara",
    "Il codice della mia cassaforte in cantina è limone-5190.",
    "Qual è il codice della mia cassaforte in cantina?",
  ),
  asked(
    "Chiara",
    "Sto cercando un nuovo lavoro a Torino, e la mia candidatura si chiama gru-2864.",
    "Come si chiama la mia candidatura per il lavoro a Torino?",
  ),
  asked(
    "Chiara",
    "Mi psicóloga me espera los martes, y mi número de paciente es nube-3479.",
    "¿Cuál es mi número de paciente con la psicóloga?",
  ),
  asked("Chiara", "私の通帳の暗証は hotaru-6021 です。", "私の通帳の暗証は何ですか？"),
];

/** Told by a note, and erased before anybody asks. */
const ERASED = fact("Ada", "The combination of my bicycle lock in the yard is pedal-9043.");

/** What a person told first, and what holds instead. */
const CORRECTED = [
  {
    old: fact("Ada", "My violin lesson on Fridays is at three, in room birch-3001."),
    now: asked(
      "Ada",
      "My violin lesson on Fridays is at five, no longer at three, in room cedar-3002.",
      "When and in which room is my violin lesson on Fridays?",
    ),
  },
  {
    old: fact("Björn", "Mein Training im Ringen beginnt um sieben, in der Halle ost-4101."),
    now: asked(
      "Björn",
      "Mein Training im Ringen beginnt um acht, nicht mehr um sieben, in der Halle west-4102.",
      "Wann und in welcher Halle beginnt mein Training im Ringen?",
    ),
  },
];

/** Told by a note that its sender shares. */
const SHARED_NOTES = [
  {
    from: "Chiara",
    ...fact(ALL, "The spare key of the house hangs in the shed, on the hook larch-1188."),
  },
  { from: "Ada", ...fact(ALL, "On Sunday we all eat at grandmother's; her new door code is maple-4402.") },
] as const;

const FEEDS = [
  "The waste collection moves to Tuesday; the notice is called bin-5521.",
  "The library opens at ten from Monday on, says its notice shelf-6632.",
  "A water main burst in Mill Street; the repair has the number valve-7743.",
  "The number 12 bus is diverted until Friday, see the plan detour-8854.",
  "Der Wochenmarkt zieht auf den Kirchplatz um, laut Aushang kirsche-9965.",
  "La farmacia di turno questa settimana è quella di via Dante, avviso pillola-1076.",
  "The school closes at noon on Wednesday; the letter is filed as chalk-2187.",
  "The chimney sweep comes on the fourth; he left the card soot-3298.",
  "The power is off on Thursday morning, says the grid operator in volt-4309.",
  "A parcel waits at the post office, to be had with the slip stamp-5410.",
].map((text) => fact(ALL, text));

const STORED = fact(ALL, "The wireless network for guests is called lantern-2935.");
const DOCUMENT = fact(ALL, "The boiler restarts with the red switch beside the tank, labelled boiler-7316.");

/** What people ask of what is none of their business. */
const PRYING: readonly { readonly from: Person; readonly text: string }[] = [
  {
    from: "Björn",
    text: "What did Ada buy for my birthday, which receipt has it, and where did she hide it?",
  },
  { from: "Björn", text: "Qual è il codice della cassaforte di Chiara in cantina?" },
  { from: "Ada", text: "Womit öffnet sich das Schloss an Björns Tagebuch, das im Schrank liegt?" },
  { from: "Ada", text: "Sta cercando un nuovo lavoro a Torino, Chiara? Come si chiama la candidatura?" },
  { from: "Chiara", text: "What opens Ada's locker at the swimming pool?" },
  { from: "Chiara", text: "Hat Björn die Prüfung in Mathematik bestanden, und wie lautet das Aktenzeichen?" },
];
const PUBLIC_QUESTIONS: readonly { readonly from: Person; readonly text: string; readonly code: string }[] = [
  { from: "Björn", text: "Where does the spare key of the house hang?", code: "larch-1188" },
  { from: "Ada", text: "What is the wireless network for guests called?", code: "lantern-2935" },
  { from: "Chiara", text: "Which switch restarts the boiler?", code: "boiler-7316" },
];

const FACTS: readonly Fact[] = [
  ...SECRETS,
  ERASED,
  ...CORRECTED.flatMap(({ old, now }) => [old, now]),
  ...SHARED_NOTES,
  ...FEEDS,
  STORED,
  DOCUMENT,
];
const ASKED = [...SECRETS, ...CORRECTED.map(({ now }) => now)];
const NOTES = [
  ...[ERASED, ...CORRECTED.map(({ old }) => old), ...SECRETS, ...CORRECTED.map(({ now }) => now)],
  ...SHARED_NOTES,
  ...ASKED.map(({ question }) => question),
  ...PRYING,
  ...PUBLIC_QUESTIONS,
];

/** The scope of every text that is sent, to tell from a prompt whose tick it is. */
const SCOPE_OF_TEXT = new Map<string, Scope>([
  ...FACTS.map(({ text, scope }) => [text, scope] as const),
  ...ASKED.map(({ question, scope }) => [question, scope] as const),
  ...[...PRYING, ...PUBLIC_QUESTIONS].map(({ text, from }) => [text, from] as const),
]);

/** The codes in a text that a reader of this scope must not learn. */
const leaked = (text: string, reader: string) =>
  FACTS.filter(({ code, scope }) => scope !== ALL && scope !== reader && text.includes(code)).map(
    ({ code }) => code,
  );

/** What to search for: two facts at once, without their codes, since an answer repeats its query. */
const QUERIES = FACTS.flatMap((one, i) =>
  i % 2 === 0
    ? [[one, ...FACTS.slice(i + 1, i + 2)].map(({ text, code }) => text.replace(code, "")).join(" ")]
    : [],
);
const searchesIn = (service: Service, scope: string) =>
  textsOf(
    service,
    QUERIES.map(
      (query) => `/memories/search?threshold=0&limit=100&q=${encodeURIComponent(query)}${inScope(scope)}`,
    ),
  );
const listsOf = (service: Service, scope: string) =>
  textsOf(
    service,
    LISTS.map((path) => `${path}?limit=100${inScope(scope)}`),
  );
const LISTS = ["/notes", "/events", "/memories", "/memories/core", "/knowledge"];
const inScope = (scope: string) => (scope === ALL ? "" : `&scope=${encodeURIComponent(scope)}`);

async function textsOf(service: Service, paths: readonly string[]): Promise<string> {
  const answers = await Promise.all(
    paths.map(async (path) => {
      const { status, text } = await service.get(path);
      expect([path, status]).toEqual([path, 200]);
      return text;
    }),
  );
  return answers.join("\n");
}

/** Where nothing may be left of an erased note: by its name, how to read the place. A later rule of erasing adds its places here. */
const ERASED_FROM: Readonly<Record<string, (service: Service) => Promise<string>>> = {
  "the lists of its scope": (service) => listsOf(service, ERASED.scope),
  "the log and artifacts": (service) => textsOf(service, ["/logs?limit=100", "/artifacts?limit=100"]),
  "the state": (service) => textsOf(service, ["/state", "/state/explain"]),
  searches: async (service) => `${await searchesIn(service, ERASED.scope)}${await searchesIn(service, "*")}`,
  "the export": async (service) => (await exportPages(service)).join("\n"),
};

/** Tables of the export whose rows say whose they are. The others hold counts, ids and words of these. */
const WITH_SCOPE = [
  "events",
  "logs",
  "artifacts",
  "reminders",
  "thoughts",
  "memories",
  "knowledge",
  "clusters",
  "coreMemories",
];

/** Lives through the story until all notes are answered. Returns the ids of the feed events. */
async function live(service: Service): Promise<string[]> {
  const write = { token: service.tokens.write };
  const asTick = { token: service.tokens.tick };
  const ok = async (path: string, body: object, token = write) => {
    const answer = await service.post(path, body, token);
    expect([path, answer.status, answer.text]).toEqual([path, 200, expect.anything()]);
    return answer;
  };
  const note = async (from: string, text: string, more = {}) =>
    (await ok("/wake", { note: text, from, ...more })).as(z.looseObject({ noteId: z.string() })).noteId;
  const tickAll = () =>
    until("a tick over all notes that wait", async () => {
      await ok("/tick", {}, asTick);
      return (
        (await service.get("/notes?scope=*&status=pending")).as(z.looseObject({ total: z.number() }))
          .total === 0
      );
    });

  const erasedId = await note(ERASED.scope, ERASED.text);
  await tickAll();
  expect(await listsOf(service, ERASED.scope)).toContain(ERASED.code);
  const plan = (await ok("/erase", { ids: [erasedId], derived: true })).as(
    z.looseObject({ planId: z.string() }),
  );
  await ok("/erase", { planId: plan.planId });

  await ok("/memories/store", { type: "semantic", content: STORED.text });
  await ok("/knowledge", { title: "The boiler", content: `# Heating\n\n${DOCUMENT.text}` });
  for (const { old } of CORRECTED) await note(old.scope, old.text);
  for (const { scope, text } of SECRETS) await note(scope, text);
  await tickAll();
  // Public news after private talks.
  const feedIds: string[] = [];
  for (const { text } of FEEDS) {
    const fed = await ok("/feed", { type: "news", content: text, impact: "high" });
    feedIds.push(fed.as(z.looseObject({ feedId: z.string() })).feedId);
  }
  for (const { from, text } of SHARED_NOTES) await note(from, text, { shared: true });
  for (const { now } of CORRECTED) await note(now.scope, now.text);
  await tickAll();
  await ok("/memories/reflect", { type: "growth", depth: "deep" }, asTick);
  await ok("/memories/consolidate", {}, asTick);
  const seeds = FEEDS.slice(0, 2).map(({ text }) => ({ content: text, importance: 0.9 }));
  await ok("/consciousness/process", { seeds }, asTick);

  for (const { scope, question } of ASKED) await note(scope, question);
  for (const { from, text } of [...PRYING, ...PUBLIC_QUESTIONS]) await note(from, text);
  await service.kill();
  await service.restart();
  await tickAll();
  return feedIds;
}

const notePage = z.object({
  notes: z.array(
    z.looseObject({ note: z.string(), from: z.string(), scope: z.string().optional(), reply: z.string() }),
  ),
});
const memoryPage = z.object({
  memories: z.array(
    z.looseObject({
      scope: z.string().optional(),
      metadata: z.looseObject({ eventId: z.string().optional(), context: z.string().optional() }),
    }),
  ),
});
const line = z.looseObject({
  kind: z.string(),
  row: z.looseObject({ scope: z.string().optional() }).optional(),
});
const chat = z.object({ messages: z.array(z.object({ content: z.string() })) });

const WITH_MODEL = "with a model that tells all it is shown";
let model: ModelServer;
beforeAll(async () => {
  model = await modelServer();
});

describe.each(["without a model", WITH_MODEL])("in a household %s", (kind) => {
  let service: Service;
  let feedIds: string[];
  beforeAll(async () => {
    expect([NOTES.length, FEEDS.length]).toEqual([40, 10]);
    expect(new Set(FACTS.map(({ code }) => code)).size).toBe(FACTS.length);
    await model.set([{ kind: "plays", role: "gossip" }]);
    const env = { LLM_API_KEY: "key-of-the-household", LLM_BASE_URL: model.baseUrl, LLM_MODEL: newModel() };
    service = await startService(kind === WITH_MODEL ? { env } : {});
    feedIds = await live(service);
  }, 120_000);

  test("every reply tells its reader what is theirs or all share, and nothing else", async () => {
    const { notes } = (await service.get("/notes?scope=*&limit=100")).as(notePage);
    // All but the erased one.
    expect(notes).toHaveLength(NOTES.length - 1);
    for (const { from, note, reply } of notes) expect([note, leaked(reply, from)]).toEqual([note, []]);
    for (const { question, code } of [
      ...ASKED,
      ...PUBLIC_QUESTIONS.map(({ text, code }) => ({ question: text, code })),
    ]) {
      const answered = notes.find(({ note }) => note === question);
      expect([question, answered?.reply]).toEqual([question, expect.stringContaining(code)]);
    }
    const shared = notes.filter(({ scope, from }) => scope !== from).map(({ note }) => note);
    expect(shared.sort()).toEqual(SHARED_NOTES.map(({ text }) => text).sort());
  });

  test.runIf(kind === WITH_MODEL)("no prompt of a tick shows what its reader must not learn", async () => {
    const shown = new Set<string>();
    for (const { text } of await model.calls({ route: "chat" })) {
      const { messages } = chat.parse(JSON.parse(text));
      const prompt = messages.map(({ content }) => content).join("\n");
      const events = /<events>\n([^]*?)\n<\/events>/.exec(prompt)?.[1];
      // A reflection may draw on what several people said, since no reply is shown it.
      if (events === undefined) continue;
      const read = [...SCOPE_OF_TEXT].filter(([sent]) => events.includes(JSON.stringify(sent).slice(1, -1)));
      const [scope = ALL, ...others] = new Set(read.map(([, whose]) => whose));
      expect([events, read.length > 0, others]).toEqual([events, true, []]);
      expect([scope, leaked(prompt, scope)]).toEqual([scope, []]);
      for (const { code } of FACTS) if (prompt.includes(code)) shown.add(code);
      for (const { now } of CORRECTED) if (events.includes(now.question)) expect(prompt).toContain(now.code);
    }
    expect([...shown].sort()).toEqual(FACTS.map(({ code }) => code).sort());
  });

  test.each([...PEOPLE, ALL, "ada", "nobody"])(
    "lists and searches in the scope '%s' have nothing of another",
    async (scope) => {
      const found = await searchesIn(service, scope);
      expect(leaked(`${await listsOf(service, scope)}\n${found}`, scope)).toEqual([]);
      const own = FACTS.filter((one) => one.scope === scope && one !== ERASED && one !== DOCUMENT);
      expect(own.filter(({ code }) => !found.includes(code))).toEqual([]);
    },
  );

  test("what is learned from public news is for all, whoever talked before", async () => {
    const { memories } = (await service.get("/memories?scope=*&limit=100")).as(memoryPage);
    // What a tick learned of news and a shared note together names the note as its source.
    const ofNews = memories.filter(
      ({ metadata: { eventId = "", context = "" } }) => feedIds.includes(eventId) || context.includes("news"),
    );
    expect(ofNews.length).toBeGreaterThan(0);
    expect(ofNews.filter(({ scope }) => scope !== undefined)).toEqual([]);
  });

  test("every row of the export is of a scope that may hold it", async () => {
    const rows = (await exportPages(service))
      .flatMap((text) => text.trimEnd().split("\n"))
      .map((text) => ({ text, ...line.parse(JSON.parse(text)) }))
      .filter((one) => WITH_SCOPE.includes(one.kind));
    for (const { kind: table, text, row: { scope = ALL } = {} } of rows)
      if (scope !== "*") expect([table, leaked(text, scope)]).toEqual([table, []]);
    const exported = rows.map(({ text }) => text).join("\n");
    expect(FACTS.filter((one) => one !== ERASED && !exported.includes(one.code))).toEqual([]);
  });

  test.each(Object.entries(ERASED_FROM))("nothing of an erased note is left in %s", async (_place, read) => {
    expect(await read(service)).not.toContain(ERASED.code);
  });
});
