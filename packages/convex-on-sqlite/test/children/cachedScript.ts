/** Runs a script and prints its `word`: run.mjs cachedScript.ts URL. */
import { runScript } from "../../src/code/cachedScript";

const { word } = runScript(process.argv[2] ?? "", {});
console.log(word);
