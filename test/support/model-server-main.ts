/** The model server's process: serves on a free port, says which on stdout, and ends when its parent does. */
import { createModelServer } from "./model-server/http";

const server = createModelServer();
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  process.stdout.write(`${JSON.stringify({ port: address.port })}\n`);
});

// The parent holds the other end of stdin: it closes with the parent, however that one ends.
process.stdin.resume();
process.stdin.once("close", () => process.exit(0));
