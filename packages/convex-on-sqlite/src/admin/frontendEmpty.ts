/** What the dashboard lists and this host does not have: its lists are empty. */
import { paginationOptsValidator, queryGeneric as query } from "convex/server";
import { v } from "convex/values";
import { componentId } from "./componentId";
import type { SystemModules } from "./systemFunctions";

const emptyPage = () => ({ page: [], isDone: true, continueCursor: "" });
const pageArgs = { paginationOpts: paginationOptsValidator, filters: v.optional(v.any()) };
const emptyList = { default: query({ args: {}, handler: () => [] }) };

export function emptyModules(): SystemModules {
  return {
    // The log and the health page mark deployments among their lines.
    paginatedDeploymentEvents: { default: query({ args: pageArgs, handler: emptyPage }) },
    deploymentEvents: { lastPushEvent: query({ args: {}, handler: () => null }) },
    fileStorageV2: {
      numFiles: query({ args: { componentId }, handler: () => 0 }),
      fileMetadata: query({ args: { ...pageArgs, componentId }, handler: emptyPage }),
      getFile: query({ args: { storageId: v.string(), componentId }, handler: () => null }),
    },
    listAuthProviders: emptyList,
    listConfiguredSinks: emptyList,
  };
}
