/** Writes host/search/kernelModules.ts: the kernels of vector search, from their instructions in scripts/kernel/. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { kernelModulesSource } from "./kernel/generate";
import { projectRoot } from "./start/root";

writeFileSync(join(projectRoot, "host/search/kernelModules.ts"), kernelModulesSource());
