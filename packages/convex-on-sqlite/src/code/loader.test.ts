/** Loads the complete fixture app. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LoadedApp, LoadedFunction } from "../types";
import { fixtureApp, type TestProject } from "../../test/testProject";
import { loadApp } from "./loader";

let project: TestProject;
let app: LoadedApp;

beforeAll(async () => {
  process.env.TZ = "Pacific/Auckland";
  project = fixtureApp({ withLibraries: true });
  const { functionsDir, outDir } = project;
  app = await loadApp({
    functionsDir,
    outDir,
    env: { GREETING: "hello", APP_SECRET: "secret", CONVEX_SITE_URL: "http://site" },
  });
});
afterAll(() => project.remove());

function find(name: string, componentPath = ""): LoadedFunction {
  const found = app.components.get(componentPath)?.functions.get(name);
  if (found === undefined) throw new Error(`${componentPath} has no ${name}`);
  return found;
}

async function call(name: string, componentPath = "", args: object = {}): Promise<unknown> {
  return JSON.parse(await find(name, componentPath).invoke(JSON.stringify([args])));
}

describe("components", () => {
  it("finds every installed component at every depth", () => {
    expect([...app.components.keys()]).toEqual([
      "",
      "rateLimiter",
      "rateLimiter/batchWorker",
      "counts",
      "counts/batchWorker",
      "sums",
      "sums/batchWorker",
      "greeter",
      "greeter/inner",
    ]);
  });

  it("lists the paths of a component's children", () => {
    expect(app.components.get("greeter")?.children).toEqual(new Map([["inner", "greeter/inner"]]));
  });

  it("gives each installation of a definition its own addresses", () => {
    expect(find("public:insert", "counts").address).toEqual({
      componentPath: "counts",
      name: "public:insert",
    });
    expect(find("public:insert", "sums").address).toEqual({ componentPath: "sums", name: "public:insert" });
  });

  it("loads the schemas of components", () => {
    expect(app.components.get("rateLimiter")?.schema?.tables.has("rateLimits")).toBe(true);
  });
});

describe("functions", () => {
  it("registers exactly the modules that the Convex CLI would deploy", () => {
    const modules = new Set(
      [...(app.components.get("")?.functions.keys() ?? [])].map((name) => name.split(":")[0]),
    );
    expect([...modules]).toEqual(["files", "llm", "notes/text"]);
  });

  it("have a kind, a visibility and validators", () => {
    expect(find("notes/text:echo")).toMatchObject({
      kind: "query",
      visibility: "public",
      args: { type: "object", value: { text: { fieldType: { type: "string" }, optional: false } } },
      returns: { type: "string" },
    });
    expect(find("notes/text:tidy")).toMatchObject({
      kind: "mutation",
      visibility: "internal",
      returns: null,
    });
  });

  it("calls a handler with the JSON of its arguments", async () => {
    expect(await call("notes/text:echo", "", { text: "hi" })).toBe("hi");
  });

  it("runs large libraries from the bundle", async () => {
    expect(await call("llm:ask")).toBe("http://127.0.0.1:9");
  });

  it('runs "use node" files with Node\'s built-ins', async () => {
    expect(await call("files:joined")).toBe("a/b");
  });
});

describe("globals", () => {
  it("come from the host as free names, as properties of globalThis, and through an alias of it", async () => {
    expect(await call("notes/text:guarded")).toEqual([
      "Date",
      "Math",
      "fetch",
      "setTimeout",
      "setInterval",
      "setImmediate",
      "clearTimeout",
      "clearInterval",
      "console",
      "crypto",
    ]);
  });

  it("use UTC, whatever the machine's time zone", async () => {
    expect(await call("notes/text:timeZone")).toEqual([12, "UTC"]);
  });

  it("don't replace local names", async () => {
    expect(await call("notes/text:shadowed")).toBe("local");
  });

  it("include self as the global object", async () => {
    expect(await call("notes/text:globalObject")).toEqual([true, true, true, ["env"]]);
  });

  it("include a process with only env in the default runtime", async () => {
    expect(await call("notes/text:runtime")).toEqual(["env"]);
  });
});

describe("Buffer", () => {
  it("does not exist in the default runtime, as on Convex", async () => {
    expect(await call("notes/text:buffers")).toEqual([
      "undefined",
      false,
      "ReferenceError: NodeBuffer is not defined",
    ]);
  });

  it('exists in files with "use node"', async () => {
    expect(await call("files:hex")).toBe("6869");
  });
});

describe("environment", () => {
  it("gives the app only the variables passed to the loader", async () => {
    expect(await call("notes/text:environment")).toEqual({
      GREETING: "hello",
      APP_SECRET: "secret",
      CONVEX_SITE_URL: "http://site",
    });
  });

  it("can't be changed by functions", async () => {
    expect(await call("notes/text:changedEnvironment")).toEqual([null, "hello", "secret"]);
  });

  it("gives a component the variables its parent sets, by value and by reference, and the system variables", async () => {
    expect(await call("look:environment", "greeter")).toEqual({
      WORD: "hello",
      MARK: "!",
      CONVEX_SITE_URL: "http://site",
    });
  });

  it("passes a reference through to a nested component", async () => {
    expect(await call("look:environment", "greeter/inner")).toEqual({
      WORD: "hello",
      CONVEX_SITE_URL: "http://site",
    });
  });

  it("rejects loading the same bundle with another environment in one process", async () => {
    const { functionsDir, outDir } = project;
    await expect(loadApp({ functionsDir, outDir, env: { GREETING: "other" } })).rejects.toThrow(
      /another value of (GREETING|APP_SECRET|CONVEX_SITE_URL)/,
    );
  });
});

describe("schema", () => {
  it("describes tables with their indexes", () => {
    const notes = app.components.get("")?.schema?.tables.get("notes");
    expect(notes).toMatchObject({
      name: "notes",
      indexes: [{ name: "by_tag", fields: ["tag"] }],
      searchIndexes: [{ name: "by_text", searchField: "text", filterFields: ["tag"] }],
      vectorIndexes: [{ name: "by_vector", vectorField: "vector", dimensions: 4, filterFields: ["tag"] }],
    });
    expect(app.components.get("")?.schema?.validate).toBe(true);
  });
});

describe("crons", () => {
  it("lists every cron with its function and arguments", () => {
    const crons = app.components.get("")?.crons ?? [];
    expect(crons.map((cron) => cron.identifier)).toEqual([
      "often",
      "hourly",
      "daily",
      "weekly",
      "monthly",
      "expression",
    ]);
    expect(crons[0]).toEqual({
      componentPath: "",
      identifier: "often",
      functionName: "notes/text:tidy",
      args: [{ reason: "often" }],
      schedule: { type: "interval", seconds: 300 },
    });
  });
});

describe("http", () => {
  it("finds routes and their patterns by path and method", () => {
    expect(app.http?.("/hello", "GET")?.route).toBe("GET /hello");
    expect(app.http?.("/files/a/b", "POST")?.route).toBe("POST /files/*");
    expect(app.http?.("/hello", "POST")).toBeNull();
  });

  it("handles a request", async () => {
    const found = app.http?.("/files/a", "POST");
    const response = await found?.handle(
      new Request("http://host/files/a", { method: "POST", body: "text" }),
    );
    expect(response?.status).toBe(201);
    expect(await response?.text()).toBe("text");
  });
});
