/** An app from the import maps of `import.meta.glob`, in the form that the engine runs. */
import type { GenericSchema, SchemaDefinition as ConvexSchema } from "convex/server";
import { moduleFunctions, type ModuleFunction } from "../../src/code/exports";
import { readRoutes } from "../../src/code/http";
import { readSchema } from "../../src/code/schema";
import { resolveAddress } from "../../src/engine/addresses";
import type {
  FunctionAddress,
  HttpLookup,
  LoadedApp,
  LoadedComponent,
  LoadedFunction,
  SchemaDefinition,
} from "../../src/types";

export type Schema = ConvexSchema<GenericSchema, boolean>;

/** Import functions by path, relative to the file that calls `import.meta.glob`. */
export type ModuleMap = Readonly<Record<string, () => Promise<unknown>>>;

/** A component registered by a test; the app itself has the path `""`. */
export interface ComponentSource {
  readonly schema: Schema | undefined;
  readonly modules: ModuleMap;
}

type Importers = ReadonlyMap<string, () => Promise<unknown>>;
type Namespace = Readonly<Record<string, unknown>>;

/** The exports of a map's modules. Many tests share a map, so it is imported once. */
interface Code {
  readonly functions: ReadonlyMap<string, ModuleFunction>;
  readonly routes: HttpLookup | null;
}

const codeOf = new WeakMap<ModuleMap, Promise<Code>>();
/** Schemas are also read once. */
const definitionOf = new WeakMap<Schema, SchemaDefinition>();

/** An app made of import maps. */
export class ModuleMapApp {
  readonly app: LoadedApp;
  private readonly functions: ReadonlyMap<string, Map<string, LoadedFunction>>;
  private readonly importers: Importers;
  private inlineCount = 0;

  private constructor(
    app: LoadedApp,
    functions: ReadonlyMap<string, Map<string, LoadedFunction>>,
    importers: Importers,
  ) {
    this.app = app;
    this.functions = functions;
    this.importers = importers;
  }

  /** Imports every module of every component. Throws what a module throws while it loads. */
  static async load(sources: ReadonlyMap<string, ComponentSource>): Promise<ModuleMapApp> {
    const functions = new Map<string, Map<string, LoadedFunction>>();
    const components = new Map<string, LoadedComponent>();
    let http: HttpLookup | null = null;
    for (const [path, { schema, modules }] of sources) {
      const code = await readCode(modules);
      const installed = new Map<string, LoadedFunction>();
      for (const [name, fn] of code.functions)
        installed.set(name, { ...fn, address: { componentPath: path, name } });
      functions.set(path, installed);
      if (path === "") http = code.routes;
      components.set(path, {
        path,
        definitionPath: path,
        children: childrenOf(path, [...sources.keys()]),
        functions: installed,
        schema: schema === undefined ? null : readOnce(schema),
        crons: [],
      });
    }
    const importers = importersOf(sources.get("")?.modules ?? {});
    return new ModuleMapApp({ components, http }, functions, importers);
  }

  /**
   * Resolves the function that a test names. A test file may register functions itself. It is not a module of the app, and
   * importing it runs its tests, so it is imported only when one of its functions is called.
   */
  async resolve(target: {
    name?: string;
    reference?: string;
    functionHandle?: string;
  }): Promise<FunctionAddress> {
    const address = resolveAddress(this.app, "", target);
    const module = address.name.slice(0, address.name.lastIndexOf(":"));
    const load = address.componentPath === "" && !isModule(module) ? this.importers.get(module) : undefined;
    if (load !== undefined) {
      const found = moduleFunctions((await load()) as Namespace);
      for (const [exported, fn] of found) this.add({ componentPath: "", name: `${module}:${exported}` }, fn);
    }
    return address;
  }

  /** Registers an inline function in a component while `body` runs, under a name that no module can have. */
  async withInline<T>(
    componentPath: string,
    registered: unknown,
    body: (address: FunctionAddress) => Promise<T>,
  ): Promise<T> {
    const address = { componentPath, name: `inline ${(this.inlineCount += 1)}:run` };
    const fn = moduleFunctions({ run: registered }).get("run");
    if (fn === undefined)
      throw new Error("An inline function must be registered as a query, mutation or action.");
    this.add(address, fn);
    try {
      return await body(address);
    } finally {
      this.functions.get(componentPath)?.delete(address.name);
    }
  }

  private add(address: FunctionAddress, fn: ModuleFunction): void {
    const functions = this.functions.get(address.componentPath);
    if (functions === undefined) throw new Error(`Component "${address.componentPath}" is not registered.`);
    functions.set(address.name, { ...fn, address });
  }
}

function readOnce(schema: Schema): SchemaDefinition {
  const definition = definitionOf.get(schema) ?? readSchema(schema);
  definitionOf.set(schema, definition);
  return definition;
}

function readCode(modules: ModuleMap): Promise<Code> {
  const known = codeOf.get(modules);
  if (known !== undefined) return known;
  const reading = importAll(modules);
  codeOf.set(modules, reading);
  return reading;
}

async function importAll(modules: ModuleMap): Promise<Code> {
  const functions = new Map<string, ModuleFunction>();
  let routes: HttpLookup | null = null;
  for (const [path, load] of importersOf(modules)) {
    if (!isModule(path)) continue;
    const namespace = (await load()) as Namespace;
    for (const [name, fn] of moduleFunctions(namespace)) functions.set(`${path}:${name}`, fn);
    if (path === "http") routes = readRoutes(namespace["default"]);
  }
  return { functions, routes };
}

/** Importers by module path as in function names: relative to the parent folder of `_generated`, without extension. */
function importersOf(modules: ModuleMap): Importers {
  const generated = Object.keys(modules).find((path) => path.includes("_generated"));
  if (generated === undefined) {
    throw new Error(
      'The modules contain no "_generated" folder, which marks the root of function paths: add it to the import.meta.glob.',
    );
  }
  const root = generated.slice(0, generated.indexOf("_generated"));
  const importers = new Map<string, () => Promise<unknown>>();
  for (const [path, load] of Object.entries(modules)) {
    if (path.startsWith(root)) importers.set(path.slice(root.length).replace(/\.[^.]+$/, ""), load);
  }
  return importers;
}

/** As in the Convex CLI: generated files, the schema, and files with more than one dot are not modules. */
function isModule(path: string): boolean {
  const base = path.slice(path.lastIndexOf("/") + 1);
  return !path.startsWith("_generated/") && path !== "schema" && !base.includes(".");
}

/** Children of a component: those whose path is its own plus one name. */
function childrenOf(parent: string, paths: readonly string[]): Map<string, string> {
  const children = new Map<string, string>();
  for (const path of paths) {
    const slash = path.lastIndexOf("/");
    if (path !== "" && path.slice(0, Math.max(slash, 0)) === parent)
      children.set(path.slice(slash + 1), path);
  }
  return children;
}
