import { mkdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/host/testApp";
import { takeDataDir } from "./dataDir";
import { DataDirectoryLocked } from "./pidlock";

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

describe("taking the data directory", () => {
  it("makes it with those above it, for its owner only", () => {
    const path = join(folder.path, "a", "b");
    const lock = takeDataDir(path);
    expect(statSync(path).mode & 0o777).toBe(0o700);
    lock.release();
  });

  it("leaves one that is there as it is", () => {
    const path = join(folder.path, "mine");
    mkdirSync(path, { mode: 0o750 });
    takeDataDir(path).release();
    expect(statSync(path).mode & 0o777).toBe(0o750);
  });

  it("tells that another host has it", () => {
    const lock = takeDataDir(folder.path);
    expect(() => takeDataDir(folder.path)).toThrow(DataDirectoryLocked);
    lock.release();
  });

  it("tells of a link to nothing", () => {
    const link = join(folder.path, "link");
    symlinkSync(join(folder.path, "gone"), link);
    for (const path of [link, join(link, "below")])
      expect(() => takeDataDir(path)).toThrow("or a link to nothing");
    mkdirSync(join(folder.path, "gone"));
    takeDataDir(link).release();
  });

  it("says what to do where a file is in the way", () => {
    writeFileSync(join(folder.path, "file"), "");
    for (const path of ["file", "file/below"])
      expect(() => takeDataDir(join(folder.path, path))).toThrow(
        expect.objectContaining({
          name: "StoreError",
          // Which of the two it is below a file depends on Node's version.
          code: expect.stringMatching(/^(EEXIST|ENOTDIR)$/) as string,
          message: expect.stringContaining("name another DATA_DIR") as string,
        }),
      );
  });
});
