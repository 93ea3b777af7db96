/** `anima watch`: what is there and then each change, live, through the genuine Convex client. */
import type { Command } from "commander";
import { ConvexClient } from "convex/browser";
import { makeFunctionReference, type FunctionReference } from "convex/server";
import WebSocket from "ws";
import { getState, type Note, type State, type Thought } from "../client";
import { serviceOf, target } from "./connection";
import { isJson, paint, plain, timeText } from "./output";
import { thoughtLine } from "./watching";

type Live<Answer> = FunctionReference<"query", "public", { limit?: number; token?: string }, Answer>;
const STATE: Live<State> = makeFunctionReference("state:get");
const NOTES: Live<Note[]> = makeFunctionReference("notes:recent");
const THOUGHTS: Live<Thought[]> = makeFunctionReference("consciousness:recentThoughts");
/** More than come at once. */
const RECENT = 20;

/** Until Ctrl-C, or for so many seconds. */
export async function watch(command: Command, seconds: number | undefined): Promise<void> {
  // Fails at once, and says why, where the live client would try on in silence.
  await getState(serviceOf(command));
  const json = isJson(command);
  const show = (kind: string, fields: object, line: string): void =>
    void process.stdout.write(`${json ? JSON.stringify({ kind, ...fields }) : line}\n`);
  const { address, tokens } = target(command);
  const token = tokens.read || tokens.write || tokens.tick;
  const access = token === undefined ? {} : { token };
  const client = new ConvexClient(address, {
    webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
    skipConvexDeploymentUrlCheck: true,
  });
  const known = new Set<string>();
  const isNew = (key: string): boolean => !known.has(key) && known.add(key).has(key);

  client.onUpdate(STATE, access, (state) => {
    const { mood, health, routine, summary } = state;
    const line = `${timeText(Date.now())} ${paint("bold", mood)}, health ${Math.round(health)}, ${routine}: ${plain(summary)}`;
    // What a reader sees of it is the same in all ticks of a silence, but for the time.
    const shown = json ? JSON.stringify(state) : [mood, Math.round(health), routine, summary].join();
    if (isNew(shown)) show("state", state, line);
  });
  client.onUpdate(NOTES, { ...access, limit: RECENT }, (notes) => {
    for (const note of notes.toReversed()) {
      const { _id, from, reply, receivedAt, repliedAt } = note;
      const said = `${timeText(receivedAt)} ${paint("green", plain(from ?? "note"))} ${plain(note.note)}`;
      if (isNew(_id)) show("note", note, said);
      if (reply !== undefined && isNew(`${_id} reply`))
        show("reply", note, `${timeText(repliedAt ?? 0)} ${paint("magenta", "reply")} ${plain(reply)}`);
    }
  });
  client.onUpdate(THOUGHTS, { ...access, limit: RECENT }, (thoughts) => {
    for (const thought of thoughts.toReversed())
      if (isNew(thought._id)) show("thought", thought, thoughtLine(thought));
  });
  await new Promise<void>((resolve) => {
    process.once("SIGINT", resolve).once("SIGTERM", resolve);
    if (seconds !== undefined) setTimeout(resolve, seconds * 1000);
  });
  await client.close();
}
