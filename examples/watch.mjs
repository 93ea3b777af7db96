// Prints the agent's state and notes as they change: node examples/watch.mjs [address]
import { ConvexClient } from "convex/browser";
import { anyApi } from "convex/server";
import WebSocket from "ws";

const [address = process.env.ANIMA_URL ?? "http://127.0.0.1:3210"] = process.argv.slice(2);
// Node 20 has no WebSocket of its own.
const client = new ConvexClient(address, { webSocketConstructor: WebSocket });

client.onUpdate(anyApi.state.get, {}, ({ mood, health, summary }) => {
  console.log(`${mood}, health ${Math.round(health)}: ${summary}`);
});
client.onUpdate(anyApi.notes.recent, { limit: 1 }, ([note]) => {
  if (note !== undefined) console.log(`${note.from ?? "someone"}: ${note.note} → ${note.reply ?? "…"}`);
});
