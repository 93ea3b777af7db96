// @vitest-environment jsdom
/** Thoughts in a React component, with Convex's client over a real socket. */
import { ConvexProvider, ConvexReactClient, useQuery } from "convex/react";
import { createElement as h, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { afterAll, expect, test, vi } from "vitest";
import { api } from "../../convex/_generated/api.js";
import { webSocketConstructor } from "../support/convexClient";
import { startService } from "../support/service";

const closing: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closing) await close();
});

test("a component shows each new thought, and brilliant ones separately, without reloading", async () => {
  const service = await startService();
  const client = new ConvexReactClient(service.url, {
    webSocketConstructor,
    unsavedChangesWarning: false,
    logger: false,
  });
  const container = document.createElement("div");
  const root = createRoot(container);
  closing.push(async () => {
    root.unmount();
    await client.close();
  });
  const shown: string[] = [];
  function Thoughts(): ReactNode {
    const recent = useQuery(api.consciousness.recentThoughts, { limit: 2 });
    const brilliant = useQuery(api.consciousness.brilliantMoments, {});
    if (recent === undefined || brilliant === undefined) return "loading";
    const text = `${recent.map(({ seeds }) => seeds?.[0]).join(" | ")} / ${brilliant.length}`;
    if (shown.at(-1) !== text) shown.push(text);
    return text;
  }
  root.render(h(ConvexProvider, { client, children: h(Thoughts) }));
  const shows = (text: string) =>
    vi.waitFor(() => expect(container.textContent).toBe(text), { timeout: 90_000, interval: 5 });

  await shows(" / 0");
  const think = (place: string, importance: number) =>
    service.post(
      "/consciousness/process",
      {
        seeds: [
          { content: `A storm closed the harbour of ${place} for two days.`, importance },
          { content: `Prices for fish in ${place} rose by 12 percent this week.`, importance },
          { content: `Maria wants to repaint her boat in ${place} before the winter.`, importance },
        ],
      },
      { token: service.tokens.tick },
    );
  expect((await think("Kiel", 0.8)).json).toMatchObject({ thought: { isBrilliant: true } });
  await shows("A storm closed the harbour of Kiel for two days. / 1");
  await think("Oslo", 0.4);
  await shows(
    "A storm closed the harbour of Oslo for two days. | A storm closed the harbour of Kiel for two days. / 1",
  );
  expect(shown).toHaveLength(3);
});
