/** Prints the error message of a function, with Node's own stack: `errorStack.ts FUNCTIONS_DIR OUT_DIR FUNCTION`. */
import { describeThrown } from "../../../host/engine/errors";
import { loadApp } from "../../../host/code/loader";

const [functionsDir = "", outDir = "", name = ""] = process.argv.slice(2);
const app = await loadApp({ functionsDir, outDir, env: {} });
const thrown: unknown = await app.components
  .get("")
  ?.functions.get(name)
  ?.invoke("[{}]")
  .catch((cause: unknown) => cause);
console.log(describeThrown(thrown).message);
