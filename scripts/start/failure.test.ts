import { expect, test } from "vitest";
import { StoreError } from "convex-on-sqlite";
import { explainStartError } from "./failure";

const host = {
  port: 1,
  hostname: "127.0.0.1",
  dataDir: "/srv/data",
  logLevel: "info",
  allowedHosts: [],
  admin: null,
  embedding: null,
} as const;

test("finds an error with advice among the causes", () => {
  const cause = new StoreError("The database failed (SQLITE_FULL): it is full.", "SQLITE_FULL");
  const thrown = new Error("It did not work.", { cause: new Error("Nor did this.", { cause }) });
  expect(explainStartError(thrown, host)).toBe(`${cause.message} (DATA_DIR is /srv/data)`);
});

test("does not explain bugs", () => {
  expect(explainStartError(new Error("boom", { cause: "nothing" }), host)).toBeNull();
  expect(explainStartError("boom", null)).toBeNull();
});
