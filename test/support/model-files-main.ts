/**
 * A server of model files in a process of its own, as a mirror of Hugging Face is one. The first part of a path says how it behaves;
 * every file holds the same bytes (modelFiles.ts). Prints its address.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { FILE_BYTES } from "./model-files";

const server = createServer((request, response) => {
  const [, way] = (request.url ?? "").split("/");
  if (way === "missing") return response.writeHead(404).end();
  response.writeHead(200, { "Content-Length": FILE_BYTES.length });
  if (way === "wrong") return response.end(Buffer.alloc(FILE_BYTES.length));
  if (way === "good") return response.end(FILE_BYTES);
  // Half of it, and then nothing more.
  response.write(FILE_BYTES.subarray(0, FILE_BYTES.length / 2));
});
server.listen(0, "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.stdin.resume().on("end", () => process.exit(0));
