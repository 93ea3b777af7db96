/** Apps for tests: registered functions and schemas in memory, as the loader would hand them over, on a real database. */
import {
  defineSchema,
  defineTable,
  type GenericSchema,
  type HttpRouter,
  type SchemaDefinition as ConvexSchema,
} from "convex/server";
import { v } from "convex/values";
import { vectorThread } from "../src/search/startVectorThread";
import { moduleFunctions } from "../src/code/exports";
import { listRoutes, readRoutes } from "../src/code/http";
import { readSchema } from "../src/code/schema";
import type { ConvexJson, LoadedApp, LoadedComponent, LoadedFunction, Outcome } from "../src/types";
import { queryOnce } from "./queryOnce";
import { createEngine, type Engine, type EngineOptions } from "../src/engine/engine";
import { internalCall } from "../src/engine/internalCall";

export { temporaryFolder } from "../../../test/support/temporaryFolder";

export interface TestComponent {
  readonly modules: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly schema?: ConvexSchema<GenericSchema, boolean>;
  /** In the place of a schema: tables of any documents. */
  readonly tables?: readonly string[];
  /** Child name → component path. */
  readonly children?: Readonly<Record<string, string>>;
}

/** An app of components by path. */
export function testApp(components: Readonly<Record<string, TestComponent>>, http?: HttpRouter): LoadedApp {
  const loaded = Object.entries(components).map(([path, component]): [string, LoadedComponent] => {
    const functions = new Map<string, LoadedFunction>();
    for (const [module, namespace] of Object.entries(component.modules)) {
      for (const [name, fn] of moduleFunctions(namespace)) {
        const address = { componentPath: path, name: `${module}:${name}` };
        functions.set(address.name, { ...fn, address });
      }
    }
    const schema = readSchema(component.schema ?? anyDocuments(component.tables ?? []));
    const children = new Map(Object.entries(component.children ?? {}));
    return [path, { path, definitionPath: path, children, functions, schema, crons: [] }];
  });
  return {
    components: new Map(loaded),
    http: http === undefined ? null : readRoutes(http),
    routes: listRoutes(http),
  };
}

function anyDocuments(tables: readonly string[]): ConvexSchema<GenericSchema, boolean> {
  return defineSchema(Object.fromEntries(tables.map((table) => [table, defineTable(v.any())])));
}

/** A call from the test itself. */
export const TEST_CALL = internalCall("0123456789abcdef");
export const TEST_META = TEST_CALL.meta;

/** An engine with short forms of its calls. */
export interface TestEngine {
  readonly engine: Engine;
  readonly dataDir: string;
  /** What was logged as an error. */
  readonly errors: string[];
  query(name: string, args?: ConvexJson): Promise<ConvexJson>;
  mutation(name: string, args?: ConvexJson): Promise<ConvexJson>;
  action(name: string, args?: ConvexJson): Promise<ConvexJson>;
  /** Closes the database and keeps its files. */
  close(): Promise<void>;
}

/** The parsed result of a call that must succeed; throws its error's message otherwise. */
export function valueOf(outcome: Outcome): ConvexJson {
  if (!outcome.ok) throw new Error(outcome.error.message);
  return JSON.parse(outcome.value) as ConvexJson;
}

/**
 * How tests run engines. Modules that vitest transforms are slower than bundles, machines are shared, and some tests fill tables
 * with thousands of documents in one mutation: what takes long may not end them. `npm run check:limits` measures the bundles.
 */
export const TEST_ENGINE = {
  synchronous: "NORMAL",
  jsLimitMs: Infinity,
  transactionTimeoutMs: 80_000,
} as const;

/** Opens an app on a database in a folder. */
export async function openTestEngine(
  app: LoadedApp,
  dataDir: string,
  options: Partial<EngineOptions> = {},
): Promise<TestEngine> {
  const errors: string[] = [];
  const log = {
    error: (message: string) => void errors.push(message),
    warn: () => undefined,
    info: () => undefined,
  };
  const engine = await createEngine({ app, dataDir, log, ...TEST_ENGINE, vectorThread, ...options });
  const at = (name: string) => ({ componentPath: "", name });
  return {
    engine,
    dataDir,
    errors,
    query: async (name, args = {}) => valueOf(await queryOnce(engine, at(name), args, TEST_CALL)),
    mutation: async (name, args = {}) => valueOf(await engine.mutation(at(name), args, TEST_CALL)),
    action: async (name, args = {}) => valueOf(await engine.action(at(name), args, TEST_CALL)),
    close: () => engine.close(),
  };
}
