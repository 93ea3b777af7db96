/** Temporary projects for tests, in a folder where packages resolve. */
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A project on disk. */
export interface TestProject {
  readonly root: string;
  readonly functionsDir: string;
  readonly outDir: string;
  /** Writes a file; `path` is relative to the project. */
  write(path: string, contents: string): void;
  remove(): void;
}

function emptyProject(): TestProject {
  // Inside the project, because packages are found by walking up.
  const parent = join(process.cwd(), ".host");
  mkdirSync(parent, { recursive: true });
  // Folder names may contain any characters.
  const root = mkdtempSync(join(realpathSync(parent), "test (é) "));
  return {
    root,
    functionsDir: join(root, "convex"),
    outDir: join(root, "out"),
    write: (path, contents) => {
      const file = join(root, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, contents);
      // Files modified during a build are not cached, so the file's time is set to a minute ago.
      const aMinuteAgo = Date.now() / 1_000 - 60;
      utimesSync(file, aMinuteAgo, aMinuteAgo);
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** A project with these files, by path. */
export function projectOf(files: Readonly<Record<string, string>>): TestProject {
  const project = emptyProject();
  project.write("package.json", JSON.stringify({ type: "module", dependencies: { convex: "*" } }));
  for (const [path, contents] of Object.entries(files)) project.write(path, contents);
  return project;
}

/** A copy of the fixture app. Omitting its module with large libraries halves the build time. */
export function fixtureApp({ withLibraries }: { readonly withLibraries: boolean }): TestProject {
  const project = projectOf({});
  const app = join(process.cwd(), "packages/convex-on-sqlite/test/fixtureApp/convex");
  cpSync(app, project.functionsDir, { recursive: true, preserveTimestamps: true });
  if (!withLibraries) rmSync(join(project.functionsDir, "llm.ts"));
  return project;
}
