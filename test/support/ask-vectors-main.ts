/** Sends one request to the vector search thread, prints "answered" after the response, and then has nothing left to do. */
import { vectorThread } from "../../scripts/start/vectorThread";

await vectorThread.request({ kind: "forget", path: "an unknown database" });
console.log("answered");
