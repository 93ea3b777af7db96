#!/usr/bin/env node
// The command `anima`: in a checkout cli/main.ts, bundled once by the runner; in the package the bundle made with it.
import { existsSync } from "node:fs";
import * as nodeModule from "node:module";

// npm only warns of a Node that is too old, and its errors would not say so.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`anima needs Node 20.19 or later; this is ${process.version}`);
  process.exit(1);
}

if (existsSync(new URL("../cli/main.ts", import.meta.url))) {
  process.argv.splice(2, 0, "cli/main.ts");
  await import("../scripts/run.mjs");
} else {
  // From Node 22.1 on, in Node's own folder for it.
  nodeModule.enableCompileCache?.();
  await import("../dist/command.mjs");
}
