/** Throw-away projects for tests: files written into a folder of their own, where packages are found. */
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
  // Under the project, because packages are found by walking up.
  const parent = join(process.cwd(), ".host");
  mkdirSync(parent, { recursive: true });
  // People's folders have names of all kinds.
  const root = mkdtempSync(join(realpathSync(parent), "test (é) "));
  return {
    root,
    functionsDir: join(root, "convex"),
    outDir: join(root, "out"),
    write: (path, contents) => {
      const file = join(root, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, contents);
      // What is saved just as it is read is read again the next time.
      const aMinuteAgo = Date.now() / 1_000 - 60;
      utimesSync(file, aMinuteAgo, aMinuteAgo);
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** A project of these files, by path. */
export function projectOf(files: Readonly<Record<string, string>>): TestProject {
  const project = emptyProject();
  project.write("package.json", JSON.stringify({ type: "module", dependencies: { convex: "*" } }));
  for (const [path, contents] of Object.entries(files)) project.write(path, contents);
  return project;
}

/** A copy of the fixture app. Without its module of large libraries, a build costs half as much. */
export function fixtureApp({ withLibraries }: { readonly withLibraries: boolean }): TestProject {
  const project = projectOf({});
  const app = join(process.cwd(), "test/host/fixtureApp/convex");
  cpSync(app, project.functionsDir, { recursive: true, preserveTimestamps: true });
  if (!withLibraries) rmSync(join(project.functionsDir, "llm.ts"));
  return project;
}
