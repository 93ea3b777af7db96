/** The process of the model server: serves on a free port, prints the port, and ends with its parent. */
import { createModelServer } from "./model-server/http";

const server = createModelServer();
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  process.stdout.write(`${JSON.stringify({ port: address.port })}\n`);
});

// The parent has the other end of stdin, which closes when the parent ends for any reason.
process.stdin.resume();
process.stdin.once("close", () => process.exit(0));
