/** Convex's public demos, as they are, do on the host what their pages do, driven by the genuine clients. */
import { createHmac } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { makeFunctionReference, type FunctionReference } from "convex/server";
import { ConvexError } from "convex/values";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { watch } from "../../../../test/support/convexClient";
import { installedPackages } from "../npmPackages";
import { convexDemos } from "./convexDemos";
import { withDemo, type Demo, type DemoSettings } from "./demo";

type Drive = (demo: Demo) => Promise<void>;
interface Message {
  readonly author: string;
  readonly body: string;
}

const query = (name: string): FunctionReference<"query"> => makeFunctionReference<"query">(name);
const mutation = (name: string): FunctionReference<"mutation"> => makeFunctionReference<"mutation">(name);
const action = (name: string): FunctionReference<"action"> => makeFunctionReference<"action">(name);

const HELLO = { author: "Ada", body: "Hello" };
const ENDLESS = { timeout: 120_000 };

/** One visitor sees what another sends. */
const chat: Drive = async ({ client, other }) => {
  const seen = watch(client, query("messages:list"), {});
  await seen.until((list: Message[]) => list.length === 0);
  await other.mutation(mutation("messages:send"), HELLO);
  await seen.until(([first]: Message[]) => first?.body === HELLO.body && first.author === HELLO.author);
  seen.stop();
};

/** Nobody is signed in, and a token is rejected. */
const signedOut =
  (...writes: readonly (readonly [FunctionReference<"mutation">, object])[]): Drive =>
  async ({ other }) => {
    for (const [write, args] of writes)
      await expect(other.mutation(write, args)).rejects.toThrow(
        /nauthenticated|without authentication|current user/,
      );
    other.setAuth("a.b.c");
    await expect(other.query(query("messages:list"), {})).rejects.toThrow(NO_USERS);
  };
const NO_USERS = /does not verify tokens/;
const NO_FILES = /does not support .*: keep files outside of the database/;

const answering = (body: (request: Request) => Promise<unknown>) => async (request: Request) =>
  Response.json(await body(request));

/** In the place of a model: texts with the same words have near vectors. */
const openAi = answering(async (request) => {
  const { input } = (await request.json()) as { readonly input: string };
  const embedding = new Array<number>(1_536).fill(0.001);
  for (const word of input.toLowerCase().match(/\p{L}+/gu) ?? [])
    embedding[createHmac("sha256", "").update(word).digest().readUInt16LE() % 1_536]! += 1;
  return { data: [{ embedding }] };
});

const WEBHOOK_KEY = Buffer.from("a key of this test");

interface Case extends DemoSettings {
  readonly drive: Drive;
}

const demos: Readonly<Record<string, Drive | Case>> = {
  "args-validation": async (demo) => {
    await chat(demo);
    await expect(demo.client.mutation(mutation("messages:send"), { body: 1 })).rejects.toThrow(
      "ArgumentValidationError",
    );
  },
  clerk: signedOut([mutation("messages:send"), { body: "Hello" }]),
  "convex-test": async ({ url, client, admin: operator }) => {
    await expect(client.mutation(mutation("messages:send"), { ...HELLO, body: "" })).rejects.toThrow(
      ConvexError,
    );
    await operator.mutation(mutation("posts:add"), { title: "Title", content: "Text", author: "Ada" });
    expect(await client.query(query("posts:list"), {})).toMatchObject([{ title: "Title" }]);
    expect(await client.mutation(mutation("scheduler:mutationSchedulingAction"), { delayMs: 0 })).toEqual(
      expect.any(String),
    );
    await expect(client.query(query("tasks:list"), {})).rejects.toThrow("Not authenticated");
    const answer = await fetch(`${url}/some/path`, { method: "POST" });
    expect(await answer.text()).toBe("Hello, world!");
  },
  "cron-jobs": async (demo) => {
    await chat(demo);
    const seen = watch(demo.client, query("messages:list"), {});
    await seen.until((list: Message[]) => list.length === 1);
    await expect.poll(() => seen.values.at(-1) as unknown, { timeout: 90_000 }).toEqual([]);
  },
  "custom-errors": async ({ client }) => {
    const send = (body: string) => client.mutation(mutation("messages:sendMessage"), { ...HELLO, body });
    await expect(send("long".repeat(20))).rejects.toMatchObject({ data: "Message is over 50 characters." });
    for (let count = 0; count < 21; count += 1) await send("short");
    const data = { message: "Too many messages!", length: 21, code: "MESSAGE_LIMIT" };
    await expect(client.query(query("messages:list"), {})).rejects.toMatchObject({ data });
    expect(await client.mutation(mutation("messages:clearMessages"), {})).toHaveLength(21);
    expect(await client.query(query("messages:list"), {})).toEqual([]);
  },
  "dall-e-storage-action": {
    env: { OPENAI_API_KEY: "key" },
    services: new Map([
      [
        "https://api.openai.com",
        answering(async ({ url }) =>
          url.endsWith("/moderations") ? { results: [{}] } : { data: [{ url: "https://images.test/1" }] },
        ),
      ],
      ["https://images.test", async () => new Response("an image")],
    ]),
    drive: async (demo) => {
      await chat(demo);
      await expect(
        demo.client.action(action("dallE:send"), { prompt: "A tree", author: "Ada" }),
      ).rejects.toThrow(NO_FILES);
    },
  },
  "file-storage": async ({ client }) => {
    await client.mutation(mutation("messages:sendMessage"), HELLO);
    expect(await client.query(query("messages:list"), {})).toMatchObject([HELLO]);
    await expect(client.mutation(mutation("messages:generateUploadUrl"), {})).rejects.toThrow(NO_FILES);
  },
  "file-storage-with-http": {
    env: { CLIENT_ORIGIN: "https://client.test" },
    drive: async (demo) => {
      await chat(demo);
      const headers = { Origin: "https://client.test", "Access-Control-Request-Method": "POST" };
      const preflight = await fetch(`${demo.url}/sendImage`, {
        method: "OPTIONS",
        headers: { ...headers, "Access-Control-Request-Headers": "Digest" },
      });
      expect(preflight.headers.get("access-control-allow-origin")).toBe("https://client.test");
      expect(
        (await fetch(`${demo.url}/sendImage?author=Ada`, { method: "POST", body: "image" })).status,
      ).toBe(500);
    },
  },
  "giphy-action": {
    services: new Map([
      ["https://api.giphy.com", answering(async () => ({ data: { embed_url: "https://gif.test" } }))],
    ]),
    drive: async (demo) => {
      await chat(demo);
      await demo.client.action(action("messages:sendGif"), { queryString: "cat", author: "Ada" });
      expect(await demo.client.query(query("messages:list"), {})).toMatchObject([
        HELLO,
        { body: "https://gif.test" },
      ]);
    },
  },
  html: chat,
  http: async ({ url, client }) => {
    const body = JSON.stringify({ author: "User 123", body: "Hello" });
    expect((await fetch(`${url}/postMessage`, { method: "POST", body })).status).toBe(200);
    const found = [{ author: "User 123", body: "Sent via HTTP action: Hello" }];
    expect(await client.query(query("messages:list"), {})).toMatchObject(found);
    for (const path of ["getMessagesByAuthor?authorNumber=123", "getAuthorMessages/123"])
      expect(await (await fetch(`${url}/${path}`)).json()).toEqual(found);
    expect((await fetch(`${url}/getMessagesByAuthor`)).status).toBe(400);
  },
  "nextjs-app-router": async ({ client, other }) => {
    const seen = watch(client, query("counter:get"), { counterName: "clicks" });
    await seen.until((count: number) => count === 0);
    for (let count = 0; count < 2; count += 1)
      await other.mutation(mutation("counter:increment"), { counterName: "clicks" });
    expect(await seen.until((count: number) => count === 2)).toBe(2);
  },
  "nextjs-pages-router": async ({ client }) => {
    const clicks = { counterName: "clicks" };
    expect(await client.query(query("counter:get"), clicks)).toBe(0);
    await expect(client.mutation(mutation("counter:increment"), { ...clicks, increment: 1 })).rejects.toThrow(
      "Unauthenticated",
    );
  },
  node: chat,
  pagination: async ({ client }) => {
    for (const body of ["one", "two", "three"])
      await client.mutation(mutation("messages:send"), { author: "Ada", body });
    const bodies: string[] = [];
    for (let cursor: string | null = null, isDone = false; !isDone;) {
      const result: Page = await client.query(query("messages:list"), {
        paginationOpts: { numItems: 2, cursor },
      });
      bodies.push(...result.page.map(({ body }) => body));
      ({ continueCursor: cursor, isDone } = result);
    }
    expect(bodies).toEqual(["three", "two", "one"]);
    const paginationOpts = { numItems: 1, cursor: null };
    const transformed: Page = await client.query(query("messages:listWithTransformation"), {
      paginationOpts,
    });
    expect(transformed.page).toEqual([{ author: "A", body: "THREE" }]);
    const others: Page = await client.query(query("messages:listWithExtraArg"), {
      author: "Bob",
      paginationOpts,
    });
    expect(others.page).toEqual([]);
  },
  "presence-facepile": async ({ client, other }) => {
    await present({ client, other });
    await other.mutation(mutation("sendMessage:default"), HELLO);
    expect(await client.query(query("listMessages:default"), {})).toMatchObject([HELLO]);
  },
  "presence-typing-indicator": async (demo) => {
    await present(demo);
    await chat(demo);
  },
  prewarming: chat,
  "python-quickstart": async ({ client }) => {
    expect(await client.query(query("tasks:get"), {})).toEqual([]);
  },
  "react-native": chat,
  "react-query": chat,
  "relational-data-modeling": async ({ client, other }) => {
    const [channelId, elsewhere] = [
      await other.mutation(mutation("channels:add"), { name: "news" }),
      await other.mutation(mutation("channels:add"), { name: "other" }),
    ] as readonly unknown[];
    const seen = watch(client, query("messages:list"), { channelId });
    await other.mutation(mutation("messages:send"), { ...HELLO, channel: elsewhere });
    await other.mutation(mutation("messages:send"), { ...HELLO, body: "News", channel: channelId });
    expect(await seen.until((list: Message[]) => list.length === 1)).toMatchObject([{ body: "News" }]);
    await expect(client.query(query("messages:list"), { channelId: "none" })).rejects.toThrow(
      "ArgumentValidationError",
    );
  },
  scheduling: async ({ client }) => {
    const seen = watch(client, query("messages:list"), {});
    await client.mutation(mutation("messages:sendExpiringMessage"), HELLO);
    await seen.until(([first]: Message[]) => first?.body.includes("in 2 seconds") === true);
    expect(await seen.until((list: Message[]) => list.length === 0)).toEqual([]);
  },
  search: async ({ client }) => {
    for (const body of ["The ferry is late", "The train is late"])
      await client.mutation(mutation("messages:send"), { author: "Ada", body });
    const seen = watch(client, query("messages:search"), { query: "ferr" });
    expect(await seen.until((list: Message[]) => list.length > 0)).toMatchObject([
      { body: "The ferry is late" },
    ]);
  },
  sessions: async ({ client, other }) => {
    const sessionId = "session of Ada";
    expect(await client.query(query("name:get"), { sessionId })).toBeNull();
    await client.mutation(mutation("name:set"), { sessionId, name: "Ada" });
    await client.mutation(mutation("messages:send"), { sessionId, body: "Hello" });
    await other.mutation(mutation("messages:send"), { sessionId: "session of another", body: "Hello, too" });
    expect(await client.query(query("messages:list"), {})).toMatchObject([
      { author: "Ada" },
      { author: "Anonymous" },
    ]);
  },
  "system-tables": async ({ client }) => {
    await client.mutation(mutation("messages:sendMessage"), HELLO);
    const jobId: unknown = await client.mutation(mutation("messages:scheduleMessage"), {
      ...HELLO,
      delay: 60,
    });
    const seen = watch(client, query("admin:listScheduledSends"), {});
    await seen.until(([first]: { state: { kind: string } }[]) => first?.state.kind === "pending");
    await client.mutation(mutation("admin:cancelMessage"), { jobId });
    await seen.until(([first]: { state: { kind: string } }[]) => first?.state.kind === "canceled");
    expect(await client.query(query("admin:listFiles"), {})).toEqual([]);
    await expect(client.mutation(mutation("messages:generateUploadUrl"), {})).rejects.toThrow(NO_FILES);
  },
  "tour-chat/0-start": async (demo) => await tour(demo, "Hey there!"),
  "tour-chat/1-smileys": async (demo) => await tour(demo, "😊"),
  "tour-chat/2-likes": async (demo) => {
    await tour(demo, "😊");
    await like(demo);
  },
  "tour-chat/3-ai": {
    env: { TOGETHER_API_KEY: "key" },
    services: new Map([
      [
        "https://api.together.xyz",
        answering(async () => ({ choices: [{ message: { content: "An answer" } }] })),
      ],
    ]),
    drive: async (demo) => {
      await tour(demo, "😊");
      await like(demo);
      await demo.client.mutation(mutation("messages:send"), { author: "Ada", body: "@ai, a question" });
      const seen = watch(demo.client, query("messages:list"), {});
      await seen.until((list: Message[]) => list.some(({ author }) => author === "AI Agent"));
      await demo.client.action(action("ai:chat"), { messageBody: "Another" });
    },
  },
  tutorial: chat,
  typescript: chat,
  "users-and-auth": signedOut([mutation("messages:send"), { body: "Hello" }], [mutation("users:store"), {}]),
  "users-and-clerk": signedOut([mutation("messages:send"), { body: "Hello" }], [mutation("users:store"), {}]),
  "users-and-clerk-webhooks": {
    env: { CLERK_WEBHOOK_SECRET: `whsec_${WEBHOOK_KEY.toString("base64")}` },
    drive: async (demo) => {
      const body = JSON.stringify({
        type: "user.created",
        data: { id: "ada", first_name: "Ada", last_name: "L" },
      });
      const timestamp = String(Math.floor(Date.now() / 1_000));
      const signature = createHmac("sha256", WEBHOOK_KEY).update(`id.${timestamp}.${body}`).digest("base64");
      const statuses = ["wrong", signature].map(async (signed) => {
        const headers = { "svix-id": "id", "svix-timestamp": timestamp, "svix-signature": `v1,${signed}` };
        return (await fetch(`${demo.url}/clerk-users-webhook`, { method: "POST", headers, body })).status;
      });
      expect(await Promise.all(statuses)).toEqual([400, 200]);
      expect(await demo.client.query(query("users:current"), {})).toBeNull();
      await signedOut([mutation("messages:send"), { body: "Hello" }])(demo);
    },
  },
  "vector-search": {
    env: { OPENAI_KEY: "key" },
    services: new Map([["https://api.openai.com", openAi]]),
    drive: async ({ client }) => {
      await client.action(action("foods:populate"), {});
      const found = { description: expect.stringContaining("tacos") as unknown, cuisine: "mexican" };
      const similar = (args: object): Promise<unknown[]> =>
        client.action(action("search:similarFoods"), { query: "tacos", ...args });
      expect((await similar({}))[0]).toMatchObject(found);
      expect(await similar({ cuisines: ["thai"] })).not.toContainEqual(expect.objectContaining(found));
      await client.mutation(mutation("movies:insert"), {
        title: "A film",
        description: "Robots on a farm",
        genre: "comedy",
      });
      const seen = watch(client, query("movies:list"), {});
      const [movie] = await seen.until(
        ([first]: { embeddingId?: string }[]) => first?.embeddingId !== undefined,
      );
      await client.mutation(mutation("movies:upvote"), { id: (movie as { _id?: string })._id });
      const results: unknown = await client.action(action("search:similarMovies"), {
        query: "robots",
        genres: ["comedy"],
      });
      expect(await client.query(query("movies:fetchResults"), { results })).toMatchObject([
        { title: "A film", votes: 1 },
      ]);
    },
  },
  "zod-validation-ts": async (demo) => {
    await chat(demo);
    await expect(
      demo.client.mutation(mutation("messages:send"), { author: "Ada", body: 1 }),
    ).rejects.toThrow();
  },
};

interface Page {
  readonly page: readonly Message[];
  readonly continueCursor: string;
  readonly isDone: boolean;
}

async function present({ client, other }: Pick<Demo, "client" | "other">): Promise<void> {
  const seen = watch(client, query("presence:list"), { room: "hall" });
  await other.mutation(mutation("presence:update"), { room: "hall", user: "Ada", data: { typing: true } });
  const [before] = await seen.until((list: { updated: number }[]) => list.length === 1);
  await other.mutation(mutation("presence:heartbeat"), { room: "hall", user: "Ada" });
  await seen.until(([first]: { updated: number }[]) => (first?.updated ?? 0) > (before?.updated ?? 0));
  seen.stop();
}

/** The seed messages come one after the other. */
async function tour({ client, admin: operator }: Demo, expected: string): Promise<void> {
  await operator.mutation(mutation("init:default"), {});
  const seen = watch(client, query("messages:list"), {});
  await seen.until((list: Message[]) => list.some(({ body }) => body.includes(expected)));
  seen.stop();
}

async function like({ client }: Demo): Promise<void> {
  const [first] = (await client.query(query("messages:list"), {})) as { readonly _id: string }[];
  await client.mutation(mutation("messages:like"), { liker: "Bob", messageId: first?._id });
  expect(await client.query(query("messages:list"), {})).toContainEqual(
    expect.objectContaining({ _id: first?._id, likes: 1 }),
  );
}

const [sources, packages] = [
  await convexDemos(),
  await installedPackages(["convex-helpers@0.1.124", "openai@6.49.0", "svix@1.84.1", "zod@3.25.76"]),
];
const isMissing = sources === null || packages === null;

describe.skipIf(isMissing)(
  `Convex's demos${isMissing ? " (skipped: GitHub or npm is out of reach)" : ""}`,
  () => {
    let folder = "";
    beforeAll(() => {
      folder = mkdtempSync(join(packages ?? "", "demos-"));
    });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    it("are all here", () => {
      const from = sources ?? "";
      const isDemo = (path: string): boolean => existsSync(join(from, path, "convex"));
      const nested = readdirSync(join(from, "tour-chat")).map((part) => `tour-chat/${part}`);
      expect([...readdirSync(from), ...nested].filter(isDemo).sort()).toEqual(Object.keys(demos).sort());
    });

    it.each(Object.keys(demos))("%s", ENDLESS, async (path) => {
      const demo = demos[path] as Drive | Case;
      const { drive, ...settings } = typeof demo === "function" ? { drive: demo } : demo;
      await withDemo({ from: join(sources ?? "", path), in: join(folder, path) }, settings, drive);
      expect(existsSync(join(folder, path))).toBe(false);
    });
  },
);
