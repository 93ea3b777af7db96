/** Uses the vector search thread and has nothing else to do. Prints each step that it completes. */
import { vectorThread } from "convex-on-sqlite/testing";

/** Long enough for the thread to respond to a request. */
const RESPONSE_MS = 300;

const forget = () => vectorThread.request({ kind: "forget", path: "an unknown database" });
await forget();
console.log("answered");
// Blocks this thread, so that the response is still unread when the other thread is terminated.
const last = Promise.allSettled([forget()]);
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RESPONSE_MS);
await vectorThread.terminate();
await last;
console.log("terminated");
