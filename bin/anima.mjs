#!/usr/bin/env node
// The command `anima`: cli/main.ts, bundled once by the runner.
process.argv.splice(2, 0, "cli/main.ts");
await import("../scripts/run.mjs");
