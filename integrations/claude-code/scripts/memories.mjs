// What of a project's memory is put before the agent, and what is stored in it.
import { createHash } from "node:crypto";
import { callTool, get, post, warmUp } from "./service.mjs";

/** Of all memories at the start of a session: as much as a page, so that most of the context stays for the work. */
const MAX_AT_START = 30;
const MAX_CHARACTERS = 6_000;
/** Of those that answer a prompt. */
const MAX_FOUND = 5;
/**
 * The least similarity of a memory that is put beside a prompt. Less than the tool `recall` calls a good hit, since a prompt has
 * many other words; more than it calls a weak one, since nobody asked.
 */
const THRESHOLD = 0.25;
/** The most characters of a search. */
const MAX_QUERY = 1_024;

/** The memories of the scope that matter most at the start: pinned, of the branch's topic, important, new. */
export async function memoriesAtStart({ scope, branch }) {
  const topic = /^(main|master|trunk|develop)$/.test(branch ?? "") ? "" : wordsOf(branch ?? "");
  const [{ memories, total }, onTopic] = await Promise.all([
    get("/memories", { scope, limit: 100 }),
    // A service that has just started may be too slow for this, and the others are told all the same.
    (topic === "" ? warmUp().then(() => []) : memoriesFor(scope, topic)).catch(() => []),
  ]);
  const ids = new Set(onTopic.map(({ memoryId }) => memoryId));
  const weight = ({ memoryId, pinned, importance, createdAt }) =>
    (pinned ? 4 : 0) +
    (ids.has(memoryId) ? 2 : 0) +
    (importance ?? 0) +
    0.5 ** ((Date.now() - new Date(createdAt)) / MONTH_MS);
  const latest = memories.map(({ _id, ...memory }) => ({ ...memory, memoryId: _id }));
  const known = new Set(latest.map(({ memoryId }) => memoryId));
  const ranked = [...latest, ...onTopic.filter(({ memoryId }) => !known.has(memoryId))]
    .filter(({ correctedBy }) => correctedBy === undefined)
    .sort((a, b) => weight(b) - weight(a));
  const shown = [];
  for (let i = 0, left = MAX_CHARACTERS; i < ranked.length && shown.length < MAX_AT_START; i++) {
    left -= ranked[i].content.length;
    if (left >= 0) shown.push(ranked[i]);
  }
  return { shown, more: Math.max(0, total - shown.length) };
}

const MONTH_MS = 30 * 24 * 60 * 60 * 1000;

/** The memories that bear on a text, the best first: as the tool `recall` finds them. */
export async function memoriesFor(scope, text) {
  const query = Array.from(text.trim()).slice(0, MAX_QUERY).join("").trim();
  if (query === "") return [];
  const { results, weaker } = await callTool("recall", { query, scope, limit: MAX_FOUND });
  return [...results, ...weaker].filter(
    ({ similarity, correctedBy }) => similarity >= THRESHOLD && correctedBy === undefined,
  );
}

/** Stores statements, once however often a hook runs. */
export function store(scope, session, statements, { source, by }) {
  return Promise.all(
    statements.map((content) =>
      post(
        "/memories/store-dedup",
        // What the agent marked itself is less certain than the person's word.
        {
          type: "semantic",
          content,
          scope,
          confidence: by === "person" ? 0.9 : 0.7,
          metadata: { source, by },
        },
        createHash("sha256").update(`${session}\0${scope}\0${content}`).digest("hex"),
      ),
    ),
  );
}

/** "fix/roll-back_script" is about rolling back and scripts. */
function wordsOf(branch) {
  return branch.replace(/[^\p{L}\p{N}]+/gu, " ").trim();
}
