/** What Convex's dashboard reads about data and the deployment: `_system/frontend/…`. It changes nothing. */
import { paginationOptsValidator, queryGeneric as query } from "convex/server";
import { v } from "convex/values";
import { version } from "convex";
import { tableNumberOf } from "../values/ids";
import type { LoadedComponent } from "../types";
import { listedVariables } from "./cli";
import { componentId } from "./componentId";
import { cronModules } from "./frontendCrons";
import { emptyModules } from "./frontendEmpty";
import { functionModules } from "./frontendFunctions";
import { jobModules } from "./frontendJobs";
import type { SystemModules, SystemParts } from "./systemFunctions";
import { filteredQuery, ofTypes, parseFilters } from "./tableFilters";
import { componentHere, tablesOf } from "./tables";

/** Rows that a page may examine, so that a filter that matches little does not keep everybody waiting. */
const MAX_ROWS_READ = 4_000;

export function frontendModules(parts: SystemParts): SystemModules {
  return {
    ...deploymentModules(parts),
    ...dataModules(parts),
    ...functionModules(parts),
    ...jobModules(),
    ...cronModules(parts),
    ...emptyModules(),
  };
}

function deploymentModules({ app, env, url }: SystemParts): SystemModules {
  return {
    deploymentState: { deploymentState: query({ args: {}, handler: () => ({ state: "running" }) }) },
    backendState: {
      backendState: query({
        args: {},
        handler: () => ({ system: "none", usage_limit: "none", user: "none" }),
      }),
    },
    components: { list: query({ args: {}, handler: () => [...app.components.keys()].map(componentOf) }) },
    getVersion: { default: query({ args: {}, handler: () => version }) },
    convexCloudUrl: { default: query({ args: {}, handler: () => env.CONVEX_CLOUD_URL ?? url }) },
    convexSiteUrl: { default: query({ args: {}, handler: () => env.CONVEX_SITE_URL ?? url }) },
    listEnvironmentVariables: {
      default: query({
        args: {},
        handler: () =>
          listedVariables(env).map((variable) => ({ _id: variable.name, _creationTime: 0, ...variable })),
      }),
    },
  };
}

/** A component as the dashboard knows it; its id is its path. The app itself is among them, without a name. */
function componentOf(path: string) {
  const name = path === "" ? null : path.slice(path.lastIndexOf("/") + 1);
  return { id: path, name, path, args: {}, state: "active", httpPrefix: null };
}

function dataModules(parts: SystemParts): SystemModules {
  const here = (): LoadedComponent => componentHere(parts);
  return {
    getTableMapping: {
      default: query({
        args: { componentId },
        handler: () =>
          Object.fromEntries(tablesOf(parts, here().path).map(({ id, name }) => [String(id), name])),
      }),
    },
    getSchemas: {
      default: query({
        args: { componentId },
        handler: () => {
          const active = schemaText(here());
          return active === null ? {} : { active };
        },
      }),
      schemaValidationProgress: query({ args: { componentId }, handler: () => null }),
    },
    indexes: {
      default: query({
        args: {
          tableName: v.optional(v.union(v.string(), v.null())),
          tableNamespace: v.union(v.string(), v.null()),
        },
        handler: (_ctx, { tableName, tableNamespace }) =>
          indexesOf(parts, tableNamespace ?? "", tableName ?? ""),
      }),
    },
    tableSize: {
      default: query({
        args: { componentId, tableName: v.string() },
        handler: async (ctx, { tableName }) => (tableName === "" ? 0 : await countOf(ctx.db, tableName)),
      }),
      sizeOfAllTables: query({
        args: { componentId },
        handler: async (ctx) => {
          let size = 0;
          for (const { name } of tablesOf(parts, here().path)) size += await countOf(ctx.db, name);
          return size;
        },
      }),
    },
    listById: {
      default: query({
        args: { componentId, ids: v.array(v.object({ id: v.string(), tableName: v.string() })) },
        handler: (ctx, { ids }) =>
          Promise.all(
            ids.map(async ({ id, tableName }) => {
              const known = ctx.db.normalizeId(tableName, id);
              return known === null ? null : await ctx.db.get(known);
            }),
          ),
      }),
    },
    getById: {
      default: query({
        args: { componentId, id: v.string() },
        handler: (ctx, { id }) => ctx.db.get(id as never),
      }),
    },
    paginatedTableDocuments: {
      default: query({
        args: {
          componentId,
          paginationOpts: paginationOptsValidator,
          table: v.string(),
          filters: v.union(v.string(), v.null()),
        },
        handler: async (ctx, { table, filters: encoded, paginationOpts }) => {
          const tablet = parts.tablets.named(here().path, table);
          if (tablet === undefined || tablet.isSystem) throw new Error(`There is no table "${table}".`);
          const filters = parseFilters(encoded);
          const options = { ...paginationOpts, maximumRowsRead: MAX_ROWS_READ };
          const { page, ...rest } = await filteredQuery(ctx.db, tablet, filters).paginate(options);
          return { page: ofTypes(filters, page, (text) => tableNumberOf(text) !== null), ...rest };
        },
      }),
    },
  };
}

/** The library has this method, but does not declare it. */
type Counted = { query(table: string): { count(): Promise<number> } };

function countOf(db: object, table: string): Promise<number> {
  return (db as Counted).query(table).count();
}

/** A component's schema as the text that a deployment keeps; `null` without one. */
function schemaText({ schema }: LoadedComponent): string | null {
  if (schema === null) return null;
  const tables = [...schema.tables.values()].map((table) => ({
    tableName: table.name,
    indexes: table.indexes.map(({ name, fields }) => ({ indexDescriptor: name, fields })),
    searchIndexes: table.searchIndexes.map(({ name, ...index }) => ({ indexDescriptor: name, ...index })),
    vectorIndexes: table.vectorIndexes.map(({ name, ...index }) => ({ indexDescriptor: name, ...index })),
    documentType: table.documentType,
  }));
  return JSON.stringify({ tables, schemaValidation: schema.validate });
}

function indexesOf({ tablets }: SystemParts, componentPath: string, table: string) {
  const tablet = tablets.named(componentPath, table);
  if (tablet === undefined) return [];
  const ready = { staged: false, backfill: { state: "done" } };
  return [
    ...[...tablet.indexes.values()]
      .filter(({ name }) => !name.startsWith("by_id") && name !== "by_creation_time")
      .map(({ name, fields }) => ({ name, fields: [...fields], ...ready })),
    ...[...tablet.search.text.values()].map(({ name, searchField, filterFields }) => ({
      ...{ name, fields: { searchField, filterFields: [...filterFields] }, ...ready },
    })),
    ...[...tablet.search.vector.values()].map(({ name, vectorField, filterFields, dimensions }) => ({
      ...{ name, fields: { vectorField, filterFields: [...filterFields], dimensions }, ...ready },
    })),
  ];
}
