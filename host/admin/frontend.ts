/** The functions of Convex's dashboard: `_system/frontend/…`. */
import { queryGeneric as query } from "convex/server";
import type { SystemModules, SystemParts } from "./systemFunctions";

export function frontendModules({ app }: SystemParts): SystemModules {
  return {
    components: {
      list: query({
        args: {},
        handler: () =>
          [...app.components.keys()].filter((path) => path !== "").map((path) => componentOf(path)),
      }),
    },
  };
}

/** A component as the dashboard knows it. Its id is its path. */
function componentOf(path: string) {
  return { id: path, name: path.slice(path.lastIndexOf("/") + 1), path, args: {}, state: "active" };
}
