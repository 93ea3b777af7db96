/** Runs a script and prints its `word`: run.mjs cachedScript.ts URL. */
import { runScript } from "../../src/code/cachedScript.mjs";

const { word } = runScript(process.argv[2] ?? "", {});
console.log(word);
