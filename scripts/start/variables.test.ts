import { mkdtempSync, rmSync, writeFileSync, existsSync, mkdirSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readEnvFile } from "convex-on-sqlite/env";
import { loadVariables } from "./variables";

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "anima-variables-"));
  file = join(folder, ".env.local");
});
afterEach(() => rmSync(folder, { recursive: true }));

test("the environment wins over the file", () => {
  writeFileSync(file, "TICK_TOKEN=file\nHOST=file\n");
  const { variables } = loadVariables({ HOST: "environment" }, file);
  expect(variables).toMatchObject({ TICK_TOKEN: "file", HOST: "environment" });
});

test("an empty variable of the environment does not override the file", () => {
  writeFileSync(file, "TICK_TOKEN=file\n");
  expect(loadVariables({ TICK_TOKEN: "" }, file).variables.TICK_TOKEN).toBe("file");
});

test("missing tokens are generated and stored in the file", () => {
  const { variables, created, tokenSources } = loadVariables({}, file);
  expect(created).toEqual(["TICK_TOKEN", "WRITE_TOKEN"]);
  expect(variables.TICK_TOKEN).toMatch(/^[0-9a-f]{64}$/);
  expect(variables.WRITE_TOKEN).toMatch(/^[0-9a-f]{64}$/);
  expect(variables.WRITE_TOKEN).not.toBe(variables.TICK_TOKEN);
  expect(readEnvFile(file)).toEqual(variables);
  expect(tokenSources).toEqual({ TICK_TOKEN: "file", WRITE_TOKEN: "file" });
});

test("the next start reuses generated tokens", () => {
  const first = loadVariables({}, file);
  const second = loadVariables({}, file);
  expect(second.variables).toEqual(first.variables);
  expect(second.created).toEqual([]);
});

test("only a missing tick token is generated", () => {
  expect(loadVariables({ WRITE_TOKEN: "w" }, file).created).toEqual(["TICK_TOKEN"]);
  expect(Object.keys(readEnvFile(file))).toEqual(["TICK_TOKEN"]);
});

test("a tick token alone is enough", () => {
  const loaded = loadVariables({ TICK_TOKEN: "t" }, file);
  expect(loaded.created).toEqual([]);
  expect(loaded.tokenSources).toEqual({ TICK_TOKEN: "environment" });
  expect(existsSync(file)).toBe(false);
});

test("a file with a secret is made private; one without is not changed", () => {
  writeFileSync(file, "HOST=0.0.0.0\n", { mode: 0o644 });
  expect(loadVariables({ TICK_TOKEN: "t" }, file).madePrivate).toBe(false);
  expect(statSync(file).mode & 0o777).toBe(0o644);
  writeFileSync(file, "TICK_TOKEN=mine\nLLM_API_KEY=mine\n");
  expect(loadVariables({}, file).madePrivate).toBe(true);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(loadVariables({}, file).madePrivate).toBe(false);
});

test("reports lines without effect, and a missing file", () => {
  expect(loadVariables({ TICK_TOKEN: "t" }, file).ineffective).toBeNull();
  writeFileSync(file, "AUTONMY=off\nTICK_TOKEN: t\n");
  expect(loadVariables({ TICK_TOKEN: "t" }, file).ineffective).toEqual([
    "line 1 sets the unknown variable AUTONMY",
    "line 2 is not NAME=value",
  ]);
  writeFileSync(file, "AUTONOMY=off\nPORT=1\nCONVEX_DEPLOYMENT=dev:mine\n");
  expect(loadVariables({}, file).ineffective).toEqual([]);
});

test("a file that can't be read is named with advice, whatever the environment sets", () => {
  mkdirSync(file);
  for (const environment of [{}, { TICK_TOKEN: "t" }]) {
    expect(() => loadVariables(environment, file)).toThrow(
      new RegExp(`^${file} can't be read \\(EISDIR.*\\); fix it, or name another file with ENV_FILE$`),
    );
  }
});
