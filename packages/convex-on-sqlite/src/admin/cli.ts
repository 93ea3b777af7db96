/** The functions of `npx convex`: `_system/cli/…`. */
import { paginationOptsValidator, queryGeneric as query } from "convex/server";
import { jsonToConvex, v, type Value } from "convex/values";
import type { LoadedComponent } from "../types";
import { ENDS_CLI } from "../engine/addresses";
import { componentId } from "./componentId";
import { moduleAndExport, udfTypeOf } from "./functions";
import type { SystemModules, SystemParts } from "./systemFunctions";
import { componentHere, tablesOf } from "./tables";

/** Names of variables that hold secrets. A list shows them masked; who asks for one by its name gets its value. */
const SECRET_NAME = /(?:KEY|TOKEN|SECRET|PASSWORD)$/;

/** The CLI asks for all that it shows at once, and then for what is missing. A page is an array, which has 8,192 elements at most. */
const MAX_PAGE = 4_096;

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
        handler: (ctx, { table, order, paginationOpts }) => {
          const { path } = componentHere(parts);
          if (parts.tablets.named(path, table) === undefined) {
            const names = tablesOf(parts, path).map(({ name }) => name);
            throw new Error(`${ENDS_CLI}There is no table "${table}". The tables: ${names.join(", ")}.`);
          }
          const numItems = Math.min(paginationOpts.numItems, MAX_PAGE);
          return (table.startsWith("_") ? ctx.db.system : ctx.db)
            .query(table as never)
            .order(order)
            .paginate({ ...paginationOpts, numItems });
        },
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

function apiSpec({ app }: SystemParts, component: LoadedComponent): Record<string, Value>[] {
  const spec: Record<string, Value>[] = [];
  for (const { address, args, returns, visibility, kind } of component.functions.values()) {
    // HTTP actions are listed by their routes.
    if (kind === "httpAction") continue;
    spec.push({
      identifier: moduleAndExport(address.name),
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
