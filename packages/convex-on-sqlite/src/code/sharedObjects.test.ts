/** What functions change of JavaScript's and the web platform's objects reaches neither the host nor another call. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestEngine, temporaryFolder, TEST_META, type TestEngine } from "../../test/testApp";
import { until } from "../../../../test/support/until";
import { projectOf, type TestProject } from "../../test/testProject";
import { loadApp } from "./loader";

const APP = `
import { action, httpAction, mutation, query } from "./_generated/server";
import { anyApi } from "convex/server";
import { v } from "convex/values";

const fail = () => { throw new Error("changed"); };
const { defineProperty } = Object;
const changes: { [name: string]: () => void } = {
  replaced: () => { Array.prototype.map = fail; },
  wrong: () => { Array.prototype.map = () => []; },
  added: () => { (Array.prototype as any).first = fail; (JSON as any).first = fail; },
  assigned: () => Object.assign(Map.prototype, { first: fail }),
  defined: () => Object.defineProperty(Array.prototype, "first", { value: fail }),
  definedByReflect: () => { Reflect.defineProperty(Map.prototype, "first", { value: fail }); },
  definedTogether: () => Object.defineProperties(Set.prototype, { first: { value: fail }, has: { get: fail } }),
  accessor: () => Object.defineProperty(Array.prototype, "filter", { get: fail }),
  setter: () => Object.defineProperty(Object.prototype, "text", { get: () => "changed", set: fail }),
  index: () => { (Array.prototype as any)[0] = "changed"; },
  deleted: () => { delete (Array.prototype as any).push; delete (Map.prototype as any).size; },
  then: () => { Promise.prototype.then = () => new Promise(() => {}); },
  thrownThen: () => { Promise.prototype.then = fail; },
  json: () => { JSON.stringify = () => "changed"; JSON.parse = fail; },
  get: () => { Map.prototype.get = () => undefined; Set.prototype.has = fail; },
  iterator: () => { Object.getPrototypeOf([].values()).next = fail; Array.prototype[Symbol.iterator] = fail; },
  buffer: () => { Object.getPrototypeOf(Uint8Array.prototype).set = fail; Uint8Array.prototype.toString = fail; },
  text: () => { String.prototype.slice = fail; RegExp.prototype.exec = fail; },
  calls: () => { Function.prototype.call = fail; Function.prototype.apply = fail; Reflect.apply = fail; },
  objects: () => { Object.keys = fail; Object.entries = fail; Object.hasOwn = () => false; },
  math: () => { Math.max = () => 7; Number.prototype.toString = fail; },
  date: () => { Date.prototype.getTime = () => 7; Object.getPrototypeOf(Date.prototype).valueOf = fail; },
  web: () => { Response.prototype.text = fail; Headers.prototype.get = fail; URL.prototype.toString = fail; },
  webAccessor: () => Object.defineProperty(Response.prototype, "status", { get: () => 7 }),
  events: () => { EventTarget.prototype.addEventListener = fail; AbortSignal.any = fail; TextEncoder.prototype.encode = fail; },
  prototype: () => { Object.setPrototypeOf(Map.prototype, { first: fail }); },
  frozen: () => { Object.freeze(Array.prototype); Object.preventExtensions(Object.prototype); Reflect.preventExtensions(Map); },
};
export const names = query({ args: {}, handler: async () => Object.keys(changes) });
export const unseen = query({
  args: {},
  handler: async () => {
    defineProperty(Array.prototype, "last", { get: fail, configurable: true });
    (Response as any).first = fail;
    (Promise as any).first = fail;
    (TypeError as any).first = fail;
  },
});

const how = { how: v.string() };
export const inQuery = query({
  args: how,
  handler: async (ctx, { how }) => {
    changes[how]!();
    await ctx.db.query("notes").withIndex("by_text", (q) => q.eq("text", how)).collect();
    changes[how]!();
    return await ctx.db.query("notes").take(1);
  },
});
export const inMutation = mutation({
  args: how,
  handler: async (ctx, { how }) => {
    const id = await ctx.db.insert("notes", { text: how, nested: [{ tags: ["a", "b"] }] });
    changes[how]!();
    await ctx.db.patch(id, { nested: [] });
    changes[how]!();
    await ctx.db.insert("notes", { text: how, nested: [] });
    changes[how]!();
  },
});
export const inAction = action({
  args: how,
  handler: async (ctx, { how }) => {
    changes[how]!();
    await ctx.runMutation(anyApi.app.inMutation, { how });
    await new Promise((resolve) => setTimeout(resolve, 1));
    changes[how]!();
    return await ctx.runQuery(anyApi.app.look, {});
  },
});
export const look = query({
  args: {},
  handler: async (ctx) => {
    const all = await ctx.db.query("notes").collect();
    const counts = await Promise.all(
      [...new Set(all.map(({ text }) => text))].map(async (text) => {
        const found = await ctx.db.query("notes").withIndex("by_text", (q) => q.eq("text", text)).collect();
        return found.length % 2 === 0 && found.every(({ nested }) => nested.length === 0);
      }),
    );
    return { whole: counts.every(Boolean), first: ["first" in [], "first" in Response, "text" in {}] };
  },
});
export const inHttp = httpAction(async (ctx, request) => {
  changes[new URL(request.url).searchParams.get("how")!]!();
  await ctx.runQuery(anyApi.app.look, {});
  changes[new URL(request.url).searchParams.get("how")!]!();
  return new Response("answered");
});
`;

let project: TestProject;
let host: TestEngine;
const folder = temporaryFolder();

beforeAll(async () => {
  project = projectOf({
    "convex/app.ts": APP,
    "convex/schema.ts": `import { defineSchema, defineTable } from "convex/server";
      import { v } from "convex/values";
      export default defineSchema({ notes: defineTable({ text: v.string(), nested: v.any() }).index("by_text", ["text"]) });`,
    "convex/http.ts": `import { httpRouter } from "convex/server";
      import { inHttp } from "./app";
      const http = httpRouter();
      http.route({ path: "/", method: "GET", handler: inHttp });
      export default http;`,
    "convex/_generated/server.ts": `export {
      actionGeneric as action, httpActionGeneric as httpAction, mutationGeneric as mutation, queryGeneric as query,
    } from "convex/server";`,
  });
  const { functionsDir, outDir } = project;
  const app = await loadApp({ functionsDir, outDir, env: {} });
  // Some of the calls never settle.
  host = await openTestEngine(app, folder.path, { transactionTimeoutMs: 3_000 });
});
afterAll(async () => {
  await host.close();
  project.remove();
  folder.remove();
});

async function inHttp(how: string): Promise<string> {
  const request = new Request(`http://host/?how=${how}`);
  const route = host.engine.app.http?.("/", "GET");
  if (route === null || route === undefined) throw new Error("No route");
  return await (await host.engine.httpAction(route, request, TEST_META)).text();
}

const kinds: Readonly<Record<string, (how: string) => Promise<unknown>>> = {
  query: (how) => host.query("app:inQuery", { how }),
  mutation: (how) => host.mutation("app:inMutation", { how }),
  action: (how) => host.action("app:inAction", { how }),
  "HTTP action": inHttp,
};

const iterator = Object.getPrototypeOf([].values()) as object;
const classes = [Array, Object, Map, Set, Promise, Function, String, RegExp, Number, Date, Uint8Array];
const web = [Response, Headers, URL, EventTarget, AbortSignal, TextEncoder];
const prototypes = [...classes, ...web].map((one) => one.prototype as object);
const typedArrays = Object.getPrototypeOf(Uint8Array.prototype) as object;
const shared = [...classes, ...web, ...prototypes, typedArrays, iterator, JSON, Math, Reflect, TypeError];

/** What makes up the shared objects: their prototypes, and how each property is defined. */
function states(): unknown[] {
  return shared.flatMap((one) => [
    Object.getPrototypeOf(one),
    Object.isExtensible(one),
    ...Reflect.ownKeys(one)
      .sort(byName)
      .flatMap((key) => {
        const { value, get, set, writable, enumerable, configurable } =
          Object.getOwnPropertyDescriptor(one, key) ?? {};
        return [key, value as unknown, get, set, writable, enumerable, configurable];
      }),
  ]);
}

function byName(a: PropertyKey, b: PropertyKey): number {
  return String(a) < String(b) ? -1 : 1;
}

/** What differs, at the position of the first difference. */
function difference(before: readonly unknown[], now: readonly unknown[]): unknown {
  const at = now.findIndex((one, index) => !Object.is(one, before[index]));
  return at === -1 && now.length === before.length ? null : now.slice(at, at + 7);
}

describe.each(Object.keys(kinds))("a changed shared object, in a %s,", (kind) => {
  it("is the call's own affair", async () => {
    const before = states();
    for (const how of (await host.query("app:names")) as string[]) {
      // The call may fail. The next query or mutation waits already; only an action is one among others that run.
      const call = kinds[kind]?.(how).catch(() => null);
      const waiting = kind.includes("action") ? null : host.query("app:look");
      await call;
      const next = await (waiting ?? host.query("app:look"));
      expect([how, next]).toEqual([how, { whole: true, first: [false, false, false] }]);
      expect([how, await host.query("app:look")]).toEqual([how, next]);
      expect([how, difference(before, states())]).toEqual([how, null]);
    }
  });
});

it("a change that is hidden from the host is undone within a tenth of a second", async () => {
  const before = states();
  await host.query("app:unseen");
  await until("what was changed is as before", async () => {
    await host.query("app:look").catch(() => null);
    return difference(before, states()) === null;
  });
  expect("last" in []).toBe(false);
});
