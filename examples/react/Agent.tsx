/** A live page: mood, health and the newest thoughts, without reloading. */
import { ConvexProvider, type ConvexReactClient, useQuery } from "convex/react";
import { makeFunctionReference } from "convex/server";
import type { State, Thought } from "../../client";

const state = makeFunctionReference<"query", Record<string, never>, State>("state:get");
const thoughts = makeFunctionReference<"query", { limit: number }, Thought[]>("consciousness:recentThoughts");

function Agent() {
  const now = useQuery(state, {});
  const recent = useQuery(thoughts, { limit: 5 }) ?? [];
  if (now === undefined) return <p>Connecting…</p>;
  return (
    <main>
      <h1>{now.mood}</h1>
      <meter min={0} max={100} value={now.health} aria-label="health" />
      <p>{now.summary}</p>
      <ul>
        {recent.map(({ _id, content }) => (
          <li key={_id}>{content}</li>
        ))}
      </ul>
    </main>
  );
}

export function Page({ client }: { client: ConvexReactClient }) {
  return (
    <ConvexProvider client={client}>
      <Agent />
    </ConvexProvider>
  );
}
