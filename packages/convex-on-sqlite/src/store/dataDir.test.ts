import { mkdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/testApp";
import { takeDataDir } from "./dataDir";
import { DataDirectoryLocked } from "./pidlock";

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

describe("the data directory", () => {
  it("is created with its parents, for its owner only", () => {
    const path = join(folder.path, "a", "b");
    const lock = takeDataDir(path);
    expect(statSync(path).mode & 0o777).toBe(0o700);
    lock.release();
  });

  it("is not changed if it exists", () => {
    const path = join(folder.path, "mine");
    mkdirSync(path, { mode: 0o750 });
    takeDataDir(path).release();
    expect(statSync(path).mode & 0o777).toBe(0o750);
  });

  it("is rejected while another host uses it", () => {
    const lock = takeDataDir(folder.path);
    expect(() => takeDataDir(folder.path)).toThrow(DataDirectoryLocked);
    lock.release();
  });

  it("is rejected if it is a dangling link", () => {
    const link = join(folder.path, "link");
    symlinkSync(join(folder.path, "gone"), link);
    for (const path of [link, join(link, "below")])
      expect(() => takeDataDir(path)).toThrow("or a dangling link");
    mkdirSync(join(folder.path, "gone"));
    takeDataDir(link).release();
  });

  it("is rejected with advice if a file has its name", () => {
    writeFileSync(join(folder.path, "file"), "");
    for (const path of ["file", "file/below"])
      expect(() => takeDataDir(join(folder.path, path))).toThrow(
        expect.objectContaining({
          name: "StoreError",
          // The code depends on Node's version.
          code: expect.stringMatching(/^(EEXIST|ENOTDIR)$/) as string,
          message: expect.stringContaining("choose another DATA_DIR") as string,
        }),
      );
  });
});
