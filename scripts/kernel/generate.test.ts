import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "../start/root";
import { kernelModulesSource } from "./generate";

test("the kernels that the host has are those that are generated: else run scripts/kernel.ts", () => {
  const file = join(projectRoot, "host/search/kernelModules.ts");
  expect(readFileSync(file, "utf8")).toBe(kernelModulesSource());
});
