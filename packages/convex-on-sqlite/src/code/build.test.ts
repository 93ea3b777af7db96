/** Bundles are reused while their sources are unchanged, rebuilt otherwise, and never used half-written. */
import {
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { currentBuild, type Build } from "./build";
import { fixtureApp, projectOf, type TestProject } from "../../test/testProject";
import { loadApp } from "./loader";

const greeting = (word: string): string =>
  'import { queryGeneric } from "convex/server";\n' +
  'import { mark } from "./mark.helper";\n' +
  `export const greet = queryGeneric({ args: {}, handler: () => "${word}" + mark });\n`;

let project: TestProject;
beforeEach(() => {
  project = projectOf({
    "convex/words.ts": greeting("hello"),
    "convex/mark.helper.ts": 'export const mark = "!";\n',
    "package-lock.json": '{ "lockfileVersion": 3 }',
  });
});
afterEach(() => project.remove());

const build = (): Promise<Build> => currentBuild(project.functionsDir, project.outDir);

async function greet(): Promise<unknown> {
  const { functionsDir, outDir } = project;
  const app = await loadApp({ functionsDir, outDir, env: {} });
  const found = app.components.get("")?.functions.get("words:greet");
  return found === undefined ? null : JSON.parse(await found.invoke("[{}]"));
}

describe("reuse", () => {
  it("keeps a build while nothing changes", async () => {
    expect((await build()).dir).toBe((await build()).dir);
  });

  it("keeps a build when a file is written again with the same contents", async () => {
    const first = await build();
    project.write("convex/words.ts", greeting("hello"));
    expect((await build()).dir).toBe(first.dir);
  });
});

describe("a new build", () => {
  it("explains what to do if it can't be written", async () => {
    writeFileSync(project.outDir, "in the way");
    const { functionsDir, outDir } = project;
    for (const folder of [outDir, join(outDir, "app")])
      await expect(currentBuild(functionsDir, folder)).rejects.toMatchObject({
        name: "LoadError",
        message: expect.stringMatching(/can't be written \((?:ENOTDIR|EEXIST)\): run this once as its owner/),
      });
    rmSync(outDir);
  });

  it("follows an edit of a module, and the same process runs it", async () => {
    expect(await greet()).toBe("hello!");
    project.write("convex/words.ts", greeting("bye"));
    expect(await greet()).toBe("bye!");
  });

  it("follows an edit of a file that is only imported", async () => {
    expect(await greet()).toBe("hello!");
    project.write("convex/mark.helper.ts", 'export const mark = "?";\n');
    expect(await greet()).toBe("hello?");
  });

  it("follows an edit in a component inside the app's folder", async () => {
    project.remove();
    project = fixtureApp({ withLibraries: false });
    const first = await build();
    expect((await build()).dir).toBe(first.dir);
    const module = join(project.functionsDir, "greeter", "look.ts");
    writeFileSync(module, `${readFileSync(module, "utf8")}export const added = 1;\n`);
    expect((await build()).dir).not.toBe(first.dir);
  });

  it("follows the removal of a component and its folder", async () => {
    project.remove();
    project = fixtureApp({ withLibraries: false });
    await build();
    rmSync(join(project.functionsDir, "convex.config.ts"));
    rmSync(join(project.functionsDir, "greeter"), { recursive: true });
    const { definitions } = await build();
    expect(definitions.map(({ path }) => path)).toEqual([""]);
  });

  it.each([
    ["a new module", "convex/more.ts", "export const more = 1;\n"],
    ["a new schema", "convex/schema.ts", "export default {};\n"],
    ["a changed lock file", "package-lock.json", "{}"],
    ["a new definition", "convex/convex.config.ts", 'export { default } from "./app.config";\n'],
  ])("follows %s", async (_what, path, contents) => {
    project.write(
      "convex/app.config.ts",
      'import { defineApp } from "convex/server";\nexport default defineApp();\n',
    );
    const first = await build();
    expect((await build()).dir).toBe(first.dir);
    project.write(path, contents);
    expect((await build()).dir).not.toBe(first.dir);
  });

  it("follows a file that becomes a module", async () => {
    project.write("convex/more.ts", "const more = 1;\n");
    const first = await build();
    expect((await build()).dir).toBe(first.dir);
    project.write("convex/more.ts", greeting("more"));
    const { units } = await build();
    expect(units[0]?.files[0]?.modules).toEqual(["more", "words"]);
  });

  it.each([
    ["an edit", "lib/index.js", 'export const mark = "?";\n'],
    ["another entry point", "package.json", '{ "exports": "./lib/other.js" }'],
  ])("follows %s of a package", async (_what, path, contents) => {
    project.write("node_modules/marks/package.json", '{ "exports": "./lib/index.js" }');
    // A package.json nearer to the file does not hide the package's own.
    project.write("node_modules/marks/lib/package.json", '{ "type": "module" }');
    project.write("node_modules/marks/lib/index.js", 'export const mark = "!";\n');
    project.write("node_modules/marks/lib/other.js", 'export const mark = "?";\n');
    project.write("convex/mark.helper.ts", 'export { mark } from "marks";\n');
    expect(await greet()).toBe("hello!");
    project.write(`node_modules/marks/${path}`, contents);
    expect(await greet()).toBe("hello?");
  });

  it("follows a new package.json above an import, and a file replaced by a folder", async () => {
    const first = await build();
    project.write("convex/package.json", "{}");
    const second = await build();
    expect(second.dir).not.toBe(first.dir);
    expect(second.inputs).toContain("convex/package.json");
    rmSync(join(project.root, "package-lock.json"));
    mkdirSync(join(project.root, "package-lock.json"));
    const third = await build();
    expect(third.dir).not.toBe(second.dir);
    expect(third.inputs).not.toContain("package-lock.json");
  });

  it("follows a module's removal", async () => {
    project.write("convex/more.ts", "export const more = 1;\n");
    const first = await build();
    rmSync(join(project.functionsDir, "more.ts"));
    expect((await build()).dir).not.toBe(first.dir);
  });
});

describe("damage", () => {
  it("in the output is detected", async () => {
    const first = await build();
    const [file = ""] = Object.keys(first.files);
    truncateSync(join(first.dir, file), 10);
    expect((await build()).dir).not.toBe(first.dir);
  });

  it("in the manifest is detected", async () => {
    const first = await build();
    const manifest = join(project.outDir, "build.json");
    writeFileSync(manifest, readFileSync(manifest, "utf8").slice(0, 100));
    expect((await build()).dir).not.toBe(first.dir);
  });

  it("by a failed build leaves the earlier build usable", async () => {
    const first = await build();
    project.write("convex/words.ts", "export const = ;\n");
    await expect(build()).rejects.toThrow("convex/words.ts:1:14");
    project.write("convex/words.ts", greeting("hello"));
    expect((await build()).dir).toBe(first.dir);
  });
});

it("builds if file times are ahead of the clock, as on a shared folder or after the clock was set back", async () => {
  const dayAhead = Date.now() / 1_000 + 86_400;
  for (const file of ["words.ts", "mark.helper.ts"])
    utimesSync(join(project.functionsDir, file), dayAhead, dayAhead);
  expect(await greet()).toBe("hello!");
});

it("does not occur if two starts build at the same time", async () => {
  const builds = await Promise.all([build(), build()]);
  for (const { dir, files } of builds) {
    for (const file of Object.keys(files)) expect(existsSync(join(dir, file))).toBe(true);
  }
});

it("old builds are deleted", async () => {
  const made: string[] = [];
  for (const word of ["a", "b", "c", "d", "e", "f"]) {
    project.write("convex/words.ts", greeting(word));
    made.push((await build()).dir);
  }
  expect(made.filter((dir) => existsSync(dir))).toEqual(made.slice(2));
});

it("bundles keep class names and use Node's base64", async () => {
  const error = (name: string) =>
    `class Refused extends Error {}\nexport const ${name} = () => new Refused();\n`;
  project.write("convex/one.helper.ts", error("one"));
  project.write("convex/two.helper.ts", error("two"));
  project.write(
    "convex/names.ts",
    'import { queryGeneric } from "convex/server";\n' +
      'import { one } from "./one.helper";\nimport { two } from "./two.helper";\n' +
      "export const names = queryGeneric({ args: {}, " +
      "handler: () => [one().constructor.name, two().constructor.name, new Uint8Array([1, 2, 3]).buffer] });\n",
  );
  const { functionsDir, outDir } = project;
  const app = await loadApp({ functionsDir, outDir, env: {} });
  const names = await app.components.get("")?.functions.get("names:names")?.invoke("[{}]");
  expect(names).toBe('["Refused","Refused",{"$bytes":"AQID"}]');
  const { dir } = await build();
  expect(readFileSync(join(dir, "unit0", "browser.cjs"), "utf8")).not.toContain("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
});
