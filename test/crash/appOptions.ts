/** Where the fixture app is, and how it is loaded in each of its editions. */
import { join } from "node:path";
import type { LoadOptions } from "../../host/code/loader";
import { projectRoot } from "../../scripts/start/root";

/** Which of the two schemas of the fixture app. */
export type Edition = "first" | "second";

/** Bundles are kept between lives and between runs, so that only the very first start bundles. */
export function fixture(edition: Edition): LoadOptions {
  return {
    functionsDir: join(projectRoot, "test", "plug", "app", "convex"),
    outDir: join(projectRoot, ".host", "plug", edition),
    env: { EDITION: edition },
  };
}

export function isEdition(text: string | undefined): text is Edition {
  return text === "first" || text === "second";
}
