// @vitest-environment jsdom
/** ConvexReactClient in a real React tree, over a real socket. */
import { ConvexError } from "convex/values";
import {
  ConvexProvider,
  ConvexReactClient,
  useAction,
  useConvexConnectionState,
  useMutation,
  usePaginatedQuery,
  useQuery,
} from "convex/react";
import { ConvexHttpClient } from "convex/browser";
import { Component, createElement as h, type FunctionComponent, type ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { until } from "../../../../test/support/until";
import { api } from "./app/api";
import { listRuns } from "./queryRuns";
import { type HostProcess, logged, startHostProcess } from "./hostProcess";

let host: HostProcess;
let http: ConvexHttpClient;
const mounted: { root: Root; client: ConvexReactClient }[] = [];

beforeAll(async () => {
  host = await startHostProcess();
  http = new ConvexHttpClient(host.url);
});

afterEach(async () => {
  for (const { root, client } of mounted.splice(0)) {
    root.unmount();
    await client.close();
  }
});

/** The network between all screens and the host, which can be paused so that a screen waits for its answer. */
const network = {
  sockets: new Set<WebSocket>(),
  hold: () => network.sockets.forEach((socket) => socket.pause()),
  release: () => network.sockets.forEach((socket) => socket.resume()),
};

class HeldWebSocket extends WebSocket {
  constructor(...args: ConstructorParameters<typeof WebSocket>) {
    super(...args);
    this.on("open", () => network.sockets.add(this));
    this.on("close", () => network.sockets.delete(this));
  }
}

/** A rendered component. */
interface Screen {
  /** The current text. */
  text(): string;
  shows(text: string): Promise<void>;
  show(component: FunctionComponent): void;
}

/** Renders a component with its own client. Errors that a boundary caught are collected in `caught`. */
function render(component: FunctionComponent, caught: unknown[] = []): Screen {
  const client = new ConvexReactClient(host.url, {
    webSocketConstructor: HeldWebSocket as unknown as typeof globalThis.WebSocket,
    unsavedChangesWarning: false,
    logger: false,
  });
  const container = document.createElement("div");
  const root = createRoot(container, { onCaughtError: (error) => void caught.push(error) });
  mounted.push({ root, client });
  const show = (shown: FunctionComponent): void =>
    root.render(h(ConvexProvider, { client, children: h(shown) }));
  show(component);
  const text = (): string => container.textContent ?? "";
  return {
    text,
    show,
    shows: (wanted) => vi.waitFor(() => expect(text()).toBe(wanted), { timeout: 90_000, interval: 5 }),
  };
}

const send = (channel: string, body: string, rank = 0): Promise<string> =>
  http.mutation(api.messages.send, { channel, body, rank });

/** A list as text: never empty, which would mean that nothing was rendered yet. */
function shown(bodies: readonly string[] | undefined): string {
  if (bodies === undefined) return "loading";
  return bodies.length === 0 ? "none" : bodies.join(",");
}

/** Holds a hook's callback, to be called from outside the tree. */
function held<T>(): { current: T | null; get(): Promise<T> } {
  const box = { current: null as T | null, get: () => until("the first render", () => box.current) };
  return box;
}

describe("useQuery", () => {
  test("shows the loading state, the result, and each change", async () => {
    const screen = render(() => shown(useQuery(api.messages.list, { channel: "shown" })));
    await screen.shows("none");
    await send("shown", "one");
    await screen.shows("one");
    await send("shown", "two");
    await screen.shows("one,two");
  });

  test("runs no query while it is skipped", async () => {
    const list =
      (channel: string | null): FunctionComponent =>
      () =>
        shown(useQuery(api.messages.list, channel === null ? "skip" : { channel }));
    const screen = render(list(null));
    await screen.shows("loading");
    expect(await listRuns(host, "skipped")).toBe(0);
    screen.show(list("skipped"));
    await screen.shows("none");
    expect(await listRuns(host, "skipped")).toBe(1);
  });

  test("renders two queries consistently while amounts move between them", async () => {
    await http.mutation(api.accounts.open, { name: "here", amount: 10 });
    await http.mutation(api.accounts.open, { name: "there", amount: 0 });
    const sums: number[] = [];
    const screen = render(() => {
      const here = useQuery(api.accounts.amount, { name: "here" });
      const there = useQuery(api.accounts.amount, { name: "there" });
      if (here === undefined || there === undefined) return "loading";
      sums.push(here + there);
      return String(there);
    });
    await screen.shows("0");
    for (let at = 0; at < 10; at += 1) {
      await http.mutation(api.accounts.transfer, { from: "here", to: "there", amount: 1 });
    }
    await screen.shows("10");
    expect(sums.length).toBeGreaterThan(2);
    expect(new Set(sums)).toEqual(new Set([10]));
  });
});

describe("useMutation", () => {
  /** Shows a channel, and exposes the mutation. */
  function channelScreen(channel: string, mutation: typeof api.messages.send | typeof api.messages.refuse) {
    const renders: string[] = [];
    const hold = held<(body: string) => Promise<unknown>>();
    const screen = render(() => {
      const mutate = useMutation(mutation).withOptimisticUpdate((store, args) => {
        const now = store.getQuery(api.messages.list, { channel }) ?? [];
        store.setQuery(api.messages.list, { channel }, [...now, `${args.body} (sending)`]);
      });
      const bodies = useQuery(api.messages.list, { channel });
      hold.current = bodies === undefined ? null : (body) => mutate({ channel, body });
      const text = shown(bodies);
      // Only visible changes.
      if (text !== renders.at(-1)) renders.push(text);
      return text;
    });
    return { screen, renders, hold };
  }

  test("shows its optimistic update at once, then the real result", async () => {
    const { screen, renders, hold } = channelScreen("optimistic", api.messages.send);
    const sendMessage = await hold.get();
    network.hold();
    const sent = sendMessage("hello");
    await screen.shows("hello (sending)");
    network.release();
    await sent;
    await screen.shows("hello");
    expect(renders).toEqual(["loading", "none", "hello (sending)", "hello"]);
  });

  test("reverts an optimistic update when the mutation fails", async () => {
    const { screen, renders, hold } = channelScreen("refusing", api.messages.refuse);
    const sendMessage = await hold.get();
    network.hold();
    const refused = expect(sendMessage("hello")).rejects.toMatchObject({ data: { refused: "hello" } });
    await screen.shows("hello (sending)");
    network.release();
    await refused;
    await screen.shows("none");
    expect(renders).toEqual(["loading", "none", "hello (sending)", "none"]);
  });
});

test("useAction returns the action's result, and its effects reach the screen", async () => {
  const hold = held<() => Promise<number>>();
  const screen = render(() => {
    const act = useAction(api.messages.sendAndCount);
    hold.current = () => act({ channel: "acting", body: "acted" });
    return shown(useQuery(api.messages.list, { channel: "acting" }));
  });
  await screen.shows("none");
  expect(await (await hold.get())()).toBe(1);
  await screen.shows("acted");
});

describe("usePaginatedQuery", () => {
  /** Shows the pages of a channel, three messages each, and exposes `loadMore`. */
  function pagesScreen(channel: string) {
    const hold = held<() => void>();
    const screen = render(() => {
      const { results, status, loadMore } = usePaginatedQuery(
        api.messages.page,
        { channel },
        { initialNumItems: 3 },
      );
      hold.current = () => loadMore(3);
      return `${status}: ${results.map(({ body }) => body).join(",")}`;
    });
    return { screen, loadMore: async (): Promise<void> => (await hold.get())() };
  }

  test("loads pages without gaps or duplicates when messages are inserted", async () => {
    for (let rank = 0; rank < 100; rank += 10) await send("pages", String(rank), rank);
    const { screen, loadMore } = pagesScreen("pages");
    await screen.shows("CanLoadMore: 0,10,20");
    await loadMore();
    await screen.shows("CanLoadMore: 0,10,20,30,40,50");
    await send("pages", "5", 5);
    await screen.shows("CanLoadMore: 0,5,10,20,30,40,50");
    await send("pages", "25", 25);
    await screen.shows("CanLoadMore: 0,5,10,20,25,30,40,50");

    await host.kill();
    await host.restart();
    await send("pages", "35", 35);
    await screen.shows("CanLoadMore: 0,5,10,20,25,30,35,40,50");
    await loadMore();
    await screen.shows("CanLoadMore: 0,5,10,20,25,30,35,40,50,60,70,80");
    await loadMore();
    await screen.shows("Exhausted: 0,5,10,20,25,30,35,40,50,60,70,80,90");
    await send("pages", "95", 95);
    await screen.shows("Exhausted: 0,5,10,20,25,30,35,40,50,60,70,80,90,95");
    await http.mutation(api.messages.clear, { channel: "pages" });
    await screen.shows("Exhausted: ");
  });

  test("splits a page that grows far beyond its size, complete and in order", async () => {
    for (const rank of [0, 50, 90, 100]) await send("parts", String(rank), rank);
    const { screen, loadMore } = pagesScreen("parts");
    await screen.shows("CanLoadMore: 0,50,90");
    const grown = [0, 50, 90];
    for (let rank = 1; rank < 40; rank += 2) {
      await send("parts", String(rank), rank);
      grown.push(rank);
    }
    const sorted = (): string => grown.toSorted((a, b) => a - b).join(",");
    await screen.shows(`CanLoadMore: ${sorted()}`);
    await logged(host, "a part", (line) => line.message === "'a part of a page of' 'parts'");
    // The parts get live updates as well.
    await send("parts", "30", 30);
    grown.push(30);
    await screen.shows(`CanLoadMore: ${sorted()}`);
    await loadMore();
    grown.push(100);
    await screen.shows(`Exhausted: ${sorted()}`);
  });
});

class Boundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: null as unknown };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (!(error instanceof ConvexError)) return "not a ConvexError";
    const { channel, count } = error.data as { channel: string; count: bigint };
    return `failed: ${channel}, ${count}`;
  }
}

test("an error boundary gets the data of a query's error, and the query recovers", async () => {
  const Strict: FunctionComponent = () => shown(useQuery(api.messages.strict, { channel: "boundary" }));
  const within =
    (key: string): FunctionComponent =>
    () =>
      h(Boundary, { key, children: h(Strict) });
  const caught: unknown[] = [];
  const screen = render(within("first"), caught);
  await screen.shows("none");
  await send("boundary", "poison");
  await screen.shows("failed: boundary, 1");
  expect(caught).toHaveLength(1);
  await http.mutation(api.messages.clear, { channel: "boundary" });
  await send("boundary", "fine");
  screen.show(within("second"));
  await screen.shows("fine");
});

test("a screen keeps its content while the host is killed and restarted, and then continues", async () => {
  const connections: boolean[] = [];
  const texts: string[] = [];
  const screen = render(() => {
    connections.push(useConvexConnectionState().isWebSocketConnected);
    const text = shown(useQuery(api.messages.list, { channel: "kept" }));
    if (text !== texts.at(-1)) texts.push(text);
    return text;
  });
  await screen.shows("none");
  await send("kept", "before");
  await screen.shows("before");
  await host.kill();
  await until("the loss of the connection", () => connections.at(-1) === false);
  expect(screen.text()).toBe("before");
  await host.restart();
  await send("kept", "after");
  await screen.shows("before,after");
  expect(connections.at(-1)).toBe(true);
  expect(texts).toEqual(["loading", "none", "before", "before,after"]);
});

test("a removed screen causes no further query executions", async () => {
  const screen = render(() => shown(useQuery(api.messages.list, { channel: "gone" })));
  await screen.shows("none");
  screen.show(() => shown(useQuery(api.messages.list, { channel: "instead" })));
  await screen.shows("none");
  // The host learns of it shortly after the screen changes.
  await until("a change without a query execution", async () => {
    const before = await listRuns(host, "gone");
    await send("gone", "unseen");
    return (await listRuns(host, "gone")) === before;
  });
  await send("instead", "seen");
  await screen.shows("seen");
});
