/** A process that asks threads of vector search once, tells when it has its answer, and has nothing else to live for. */
import { newVectorThread } from "../../scripts/start/vectorThreads";

const path = "a database that nothing was loaded of";
await Promise.all(
  [newVectorThread(), newVectorThread()].map((thread) => thread.ask({ kind: "forget", path })),
);
console.log("answered");
