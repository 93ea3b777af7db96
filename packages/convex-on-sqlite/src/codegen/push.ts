/**
 * The part of the deployment API that the Convex CLI needs for code generation: it returns the analysis of the loaded
 * app and changes nothing.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync } from "node:zlib";
import { installedComponents } from "../code/components";
import type { Definition } from "../code/definitions";
import type { InspectedApp } from "./inspect";
import type { FunctionKind, LoadedApp, LoadedComponent } from "../types";

/** The relevant part of a push: the bundled definitions and the version of the library. */
interface StartPushRequest {
  readonly appDefinition: { readonly udfServerVersion: string };
  readonly componentDefinitions: readonly { readonly definitionPath: string }[];
}

const UDF_TYPE: Record<Exclude<FunctionKind, "httpAction">, string> = {
  query: "Query",
  mutation: "Mutation",
  action: "Action",
};

function analyzedModules(component: LoadedComponent): Record<string, object> {
  const modules: Record<
    string,
    { functions: object[]; httpRoutes: null; cronSpecs: null; sourceMapped: null }
  > = {};
  for (const [address, found] of component.functions) {
    if (found.kind === "httpAction") continue;
    const colon = address.lastIndexOf(":");
    const path = `${address.slice(0, colon)}.js`;
    const module = (modules[path] ??= {
      functions: [],
      httpRoutes: null,
      cronSpecs: null,
      sourceMapped: null,
    });
    module.functions.push({
      name: address.slice(colon + 1),
      pos: null,
      udfType: UDF_TYPE[found.kind],
      visibility: { kind: found.visibility },
      args: JSON.stringify(found.args),
      returns: JSON.stringify(found.returns),
    });
  }
  return modules;
}

function analyzedSchema(component: LoadedComponent): object | null {
  if (component.schema === null) return null;
  const tables = [...component.schema.tables.values()].map((table) => ({
    tableName: table.name,
    indexes: table.indexes.map(({ name, fields }) => ({ indexDescriptor: name, fields })),
    searchIndexes: table.searchIndexes.map(({ name, ...index }) => ({ indexDescriptor: name, ...index })),
    vectorIndexes: table.vectorIndexes.map(({ name, ...index }) => ({ indexDescriptor: name, ...index })),
    documentType: table.documentType,
  }));
  return { tables, schemaValidation: component.schema.validate };
}

/** A tree of names with functions as its leaves. */
type ExportTree = Map<string, string | ExportTree>;

/**
 * The public functions of a component, under the paths of their modules.
 * Its parent calls them by these references.
 */
function componentExports(component: LoadedComponent): object {
  const root: ExportTree = new Map();
  for (const [name, found] of component.functions) {
    if (found.visibility !== "public" || found.kind === "httpAction") continue;
    const colon = name.lastIndexOf(":");
    let branch = root;
    for (const part of name.slice(0, colon).split("/")) {
      const next = branch.get(part);
      const child: ExportTree = typeof next === "object" ? next : new Map();
      branch.set(part, child);
      branch = child;
    }
    branch.set(name.slice(colon + 1), `_reference/function/${name}`);
  }
  return exportBranch(root);
}

function exportBranch(tree: ExportTree): object {
  const branch = [...tree].map(([name, child]) => [
    name,
    typeof child === "string" ? { type: "leaf", leaf: child } : exportBranch(child),
  ]);
  return { type: "branch", branch };
}

function analysis(definition: Definition, component: LoadedComponent, serverVersion: string): object {
  return {
    definition: {
      ...definition,
      envVars: definition.envVars ?? null,
      exports: component.path === "" ? exportBranch(new Map()) : componentExports(component),
    },
    schema: analyzedSchema(component),
    functions: analyzedModules(component),
    udfConfig: { serverVersion, importPhaseRngSeed: null, importPhaseUnixTimestamp: null },
  };
}

function checkedComponent(app: LoadedApp, component: LoadedComponent): object {
  const childComponents: Record<string, object> = {};
  for (const [name, path] of component.children) {
    const child = app.components.get(path);
    if (child === undefined) throw new Error(`Component ${path} was not loaded.`);
    childComponents[name] = checkedComponent(app, child);
  }
  return {
    definitionPath: component.definitionPath,
    componentPath: component.path,
    args: {},
    childComponents,
    httpRoutes: { httpModuleRoutes: null, mounts: [] },
    exports: {},
  };
}

/**
 * The response to `start_push`, from the loaded app.
 * @throws if the CLI bundled a definition that the app does not have, because their code differs
 */
function startPushResponse({ app, definitions }: InspectedApp, request: StartPushRequest): object {
  const root = app.components.get("");
  if (root === undefined) throw new Error("The app has no root component.");
  const known = new Set(definitions.map((definition) => definition.path));
  const unknown = request.componentDefinitions.find(({ definitionPath }) => !known.has(definitionPath));
  if (unknown !== undefined)
    throw new Error(`The app has no component definition at ${unknown.definitionPath}.`);
  const analyses: Record<string, object> = {};
  for (const { path, definition } of installedComponents(definitions)) {
    const component = app.components.get(path);
    if (component === undefined) throw new Error(`Component ${path} was not loaded.`);
    analyses[definition.path] ??= analysis(definition, component, request.appDefinition.udfServerVersion);
  }
  return {
    environmentVariables: {},
    externalDepsId: null,
    componentDefinitionPackages: {},
    appAuth: [],
    analysis: analyses,
    app: checkedComponent(app, root),
    schemaChange: {
      allocatedComponentIds: {},
      schemaIds: {},
      indexDiffs: {
        "": { added_indexes: [], removed_indexes: [], enabled_indexes: [], disabled_indexes: [] },
      },
    },
  };
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const text = request.headers["content-encoding"] === "br" ? brotliDecompressSync(body) : body;
  return JSON.parse(text.toString("utf8"));
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
}

/** A running push server. */
export interface PushServer {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves pushes on a free port of the loopback interface.
 * @param inspect loads the app; called for each push, because the CLI first writes what the app imports
 */
export async function startPushServer(
  inspect: () => Promise<InspectedApp>,
  adminKey: string,
): Promise<PushServer> {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.headers.authorization !== `Convex ${adminKey}`) {
      send(response, 401, { code: "BadAdminKey", message: "The admin key is not this server's." });
      return;
    }
    const path = `${request.method} ${request.url}`;
    if (path === "POST /api/get_config_hashes") {
      const config = { functions: "convex/", authInfo: [] };
      send(response, 200, { config, moduleHashes: [], nodeVersion: null, udfServerVersion: null });
    } else if (path === "POST /api/deploy2/start_push") {
      send(response, 200, startPushResponse(await inspect(), (await readBody(request)) as StartPushRequest));
    } else {
      // 400, because the CLI retries for half a minute after a 404.
      send(response, 400, { code: "NotServed", message: `${path} is not served here.` });
    }
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((cause: unknown) => {
      send(response, 400, {
        code: "PushFailed",
        message: cause instanceof Error ? cause.message : String(cause),
      });
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((closed, failed) => {
        server.close((cause) => (cause === undefined ? closed() : failed(cause)));
        server.closeAllConnections();
      }),
  };
}
