/** A process that asks the thread of vector search once, tells when it has its answer, and has nothing else to live for. */
import { newVectorThread } from "../../scripts/start/vectorThread";

await newVectorThread().ask({ kind: "forget", path: "a database that nothing was loaded of" });
console.log("answered");
