/** The functions of `npx convex`: `_system/cli/…`. */
import { paginationOptsValidator, queryGeneric as query } from "convex/server";
import { jsonToConvex, v, type Value } from "convex/values";
import type { LoadedComponent, LoadedFunction } from "../types";
import { componentHere, tablesOf, type SystemModules, type SystemParts } from "./systemFunctions";

const componentId = v.optional(v.union(v.string(), v.null()));

/** Names of variables that hold secrets. A list shows them masked; who asks for one by its name gets its value. */
const SECRET_NAME = /(?:KEY|TOKEN|SECRET|PASSWORD)$/;

export function cliModules(parts: SystemParts): SystemModules {
  const { env, exports, imports, url } = parts;
  return {
    tables: {
      default: query({
        args: { paginationOpts: paginationOptsValidator },
        handler: () => ({
          page: tablesOf(parts, componentHere(parts).path).map(({ name }) => ({ name })),
          isDone: true,
          continueCursor: "end",
        }),
      }),
    },
    tableData: {
      default: query({
        args: {
          table: v.string(),
          order: v.union(v.literal("asc"), v.literal("desc")),
          paginationOpts: paginationOptsValidator,
        },
        handler: (ctx, { table, order, paginationOpts }) =>
          (table.startsWith("_") ? ctx.db.system : ctx.db)
            .query(table as never)
            .order(order)
            .paginate(paginationOpts),
      }),
    },
    queryEnvironmentVariables: {
      default: query({ args: {}, handler: () => listedVariables(env) }),
      get: query({
        args: { name: v.string() },
        handler: (_ctx, { name }) => {
          const value = Object.hasOwn(env, name) ? env[name] : undefined;
          return value === undefined ? null : { name, value };
        },
      }),
    },
    modules: {
      apiSpec: query({ args: { componentId }, handler: () => apiSpec(parts, componentHere(parts)) }),
    },
    convexUrl: { cloudUrl: query({ args: {}, handler: () => env.CONVEX_CLOUD_URL ?? url }) },
    exports: { getLatest: query({ args: {}, handler: () => exports.latest() }) },
    queryImport: {
      default: query({
        args: { importId: v.string() },
        handler: (_ctx, { importId }) => imports.find(importId),
      }),
      list: query({ args: {}, handler: () => imports.list() }),
    },
  };
}

/** The variables by name, with the values of secrets masked. */
export function listedVariables(env: SystemParts["env"]): { name: string; value: string }[] {
  return Object.keys(env)
    .sort()
    .map((name) => ({
      name,
      value: SECRET_NAME.test(name) ? `(hidden: env get ${name})` : (env[name] ?? ""),
    }));
}

const KINDS = { query: "Query", mutation: "Mutation", action: "Action", httpAction: "HttpAction" } as const;

/** The kind of a function as Convex's tools name it. */
export function udfTypeOf({ kind }: Pick<LoadedFunction, "kind">): string {
  return KINDS[kind];
}

/** A module's path as Convex's tools know it, and the name of the export. */
export function splitName(name: string): { readonly module: string; readonly exported: string } {
  const colon = name.lastIndexOf(":");
  return { module: `${name.slice(0, colon)}.js`, exported: name.slice(colon + 1) };
}

function apiSpec({ app }: SystemParts, component: LoadedComponent): Record<string, Value>[] {
  const spec: Record<string, Value>[] = [];
  for (const { address, args, returns, visibility, kind } of component.functions.values()) {
    // HTTP actions are listed by their routes.
    if (kind === "httpAction") continue;
    const { module, exported } = splitName(address.name);
    spec.push({
      identifier: `${module}:${exported}`,
      functionType: udfTypeOf({ kind }),
      visibility: { kind: visibility },
      args: jsonToConvex(args),
      returns: jsonToConvex(returns ?? { type: "any" }),
    });
  }
  if (component.path === "")
    for (const { path, method } of app.routes ?? []) spec.push({ functionType: "HttpAction", method, path });
  return spec;
}
