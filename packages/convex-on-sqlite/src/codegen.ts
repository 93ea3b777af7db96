/** The files under `_generated`, and Convex's CLI on a copy of a project. */
export { cliEnvironment, runConvex, withProjectCopy, type CliResult } from "./codegen/convexCli";
export {
  generate,
  readGenerated,
  stalePaths,
  writeGenerated,
  type GeneratedFiles,
} from "./codegen/generated";
export { inspectApp } from "./codegen/inspect";
