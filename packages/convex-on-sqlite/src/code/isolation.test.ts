/** What functions change of their globals is theirs: neither the host nor another call sees it. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { projectOf, type TestProject } from "../../test/testProject";
import { openTestEngine, temporaryFolder, type TestEngine } from "../../test/testApp";
import { loadApp } from "./loader";

const APP = `
import { action, mutation, query } from "./_generated/server";
import { anyApi } from "convex/server";
import { v } from "convex/values";

const seen = () => ({
  now: Date.now() === 5 || new Date().getTime() === 5,
  constructed: new (new Date(0).constructor as DateConstructor)().getTime() === 5,
  random: Math.random() === 0.5,
  crypto: typeof crypto,
  log: console.log === undefined,
  json: globalThis.JSON.stringify({}),
  name: (globalThis as any).fresh ?? null,
  process: typeof globalThis.process,
});

const patches: { [name: string]: () => void } = {
  objects: () => {
    const RealDate = Date;
    const global = globalThis as any;
    function Patched(this: any) { return new RealDate(5); }
    Object.assign(Patched, { now: () => 5, prototype: RealDate.prototype });
    RealDate.prototype.constructor = Patched;
    for (const [name, value] of Object.entries({
      Date: Patched,
      Math: { random: () => 0.5 },
      console: {},
      JSON: { stringify: () => "patched" },
      crypto: undefined,
      process: undefined,
      fresh: "set",
    })) global[name] = value;
  },
  properties: () => {
    Date.now = () => 5;
    Math.random = () => 0.5;
    (console as any).log = undefined;
    Object.defineProperty(globalThis, "fresh", { value: "set" });
    delete (globalThis as any).crypto;
  },
};

export const look = query({ args: {}, handler: async () => seen() });
export const patch = mutation({
  args: { how: v.string() },
  handler: async (ctx, { how }) => {
    patches[how]!();
    const child = await ctx.runQuery(anyApi.app.look, {});
    return { own: seen(), child };
  },
});
export const patchAndWait = action({
  args: {},
  handler: async (ctx) => {
    patches.objects!();
    const other = await ctx.runQuery(anyApi.app.look, {});
    await new Promise((resolve) => setTimeout(resolve, 1));
    return { own: seen(), other };
  },
});

// A polyfill, as modules have them.
(globalThis as any).polyfilled ??= () => "polyfilled";
declare const polyfilled: () => string;
export const free = query({ args: {}, handler: async () => [polyfilled(), typeof (globalThis as any).polyfilled] });
`;

let project: TestProject;
let host: TestEngine;
const folder = temporaryFolder();

beforeAll(async () => {
  project = projectOf({
    "convex/app.ts": APP,
    "convex/_generated/server.ts": `export { actionGeneric as action, mutationGeneric as mutation, queryGeneric as query } from "convex/server";`,
    "convex/nodes.ts": `"use node";
      import { action } from "./_generated/server";
      export const patch = action({ args: {}, handler: async () => {
        (globalThis as any).fresh = "set";
        const taken = globalThis.Math;
        (globalThis as any).Math = { random: () => 0.5 };
        return [Math.random(), taken.max(1, 2), global === globalThis, typeof globalThis.Buffer, typeof process.versions.node];
      } });`,
  });
  const { functionsDir, outDir } = project;
  host = await openTestEngine(await loadApp({ functionsDir, outDir, env: {} }), folder.path);
});
afterAll(async () => {
  await host.close();
  project.remove();
  folder.remove();
});

const UNTOUCHED = {
  ...{ now: false, constructed: false, random: false, crypto: "object", log: false, json: "{}", name: null },
  process: "object",
};

describe("a mutation that replaces", () => {
  it("globals sees them alone, and until it ends", async () => {
    const { Date: date, Math: math, JSON: json } = globalThis;
    for (let turn = 0; turn < 3; turn++) {
      expect(await host.mutation("app:patch", { how: "objects" })).toEqual({
        own: {
          ...{ now: true, constructed: true, random: true, crypto: "undefined", log: true, json: "patched" },
          ...{ name: "set", process: "undefined" },
        },
        child: UNTOUCHED,
      });
      expect(await host.query("app:look")).toEqual(UNTOUCHED);
    }
    expect([globalThis.Date, globalThis.Math, globalThis.JSON]).toEqual([date, math, json]);
    expect("fresh" in globalThis || Date.prototype.constructor !== date).toBe(false);
  });

  it("properties of them sees these alone, and until it ends", async () => {
    expect(await host.mutation("app:patch", { how: "properties" })).toEqual({
      own: {
        ...UNTOUCHED,
        now: true,
        random: true,
        crypto: "undefined",
        log: true,
        name: "set",
        constructed: false,
      },
      child: UNTOUCHED,
    });
    expect(await host.query("app:look")).toEqual(UNTOUCHED);
    expect("fresh" in globalThis || Math.random() === 0.5).toBe(false);
  });
});

it("an action keeps its own globals while it waits and others run", async () => {
  const { own, other } = (await host.action("app:patchAndWait")) as Record<string, typeof UNTOUCHED>;
  expect([own?.now, own?.random, own?.name]).toEqual([true, true, "set"]);
  expect(other).toEqual(UNTOUCHED);
  expect(await host.query("app:look")).toEqual(UNTOUCHED);
});

it('an action of a "use node" file has globals of its own as well, and Node\'s', async () => {
  expect(await host.action("nodes:patch")).toEqual([0.5, 2, true, "function", "string"]);
  expect("fresh" in globalThis || Math.random() === 0.5).toBe(false);
});

it("a global that a module creates is there for its functions, under its free name, and not for the host", async () => {
  expect(await host.query("app:free")).toEqual(["polyfilled", "function"]);
  expect("polyfilled" in globalThis).toBe(false);
});
