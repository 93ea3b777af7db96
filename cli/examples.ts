/** Examples of every command, for its help. */
import type { Command } from "commander";

/** By the command's name. */
export const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  setup: ["anima setup"],
  start: ["anima start", "anima start --port 4000 --data ./data"],
  doctor: ["anima doctor", "anima doctor --deep"],
  verify: ["anima verify", "anima verify --repair"],
  mcp: ["claude mcp add anima -- npx anima-agent mcp"],
  "admin-key": ["anima admin-key"],
  status: ["anima status", "anima status --json"],
  logs: ["anima logs -n 10", "anima logs --mood concerned"],
  thoughts: ["anima thoughts --brilliant"],
  watch: ["anima watch", "anima watch --json --for 60"],
  tick: ["anima tick"],
  feed: ['anima feed "The release is out." --impact high', "git log -1 | anima feed"],
  talk: [
    "anima talk",
    'anima talk "How was the night?" --from Ada',
    'anima talk "Renew the domain." --remind-at 2026-03-29T14:30',
  ],
  think: ['anima think "The pier is closed." "The ferry is late."'],
  reflect: ["anima reflect --type growth", "anima reflect --thoughts 24h"],
  consolidate: ["anima consolidate"],
  remember: ['anima remember "Mara painted the pier green." --type semantic', "anima remember < note.txt"],
  recall: ['anima recall "who painted the pier?"', "anima recall pier --scope Ada --recency 7d"],
  list: ["anima list -n 5", "anima list --type procedural --since 2026-03-29", "anima list --pinned"],
  show: ["anima show ID"],
  edit: ['anima edit ID "The pier is blue."', "anima edit ID --importance 0.9", "EDITOR=nano anima edit ID"],
  pin: ["anima pin ID", "anima pin ID --off"],
  history: ["anima history ID"],
  reminders: ["anima reminders"],
  learn: ["anima learn runbook.md --tag operations", "curl -s URL | anima learn - --title News"],
  ask: ['anima ask "how do I roll back?"'],
  export: ["anima export agent.jsonl", "anima export | gzip > agent.jsonl.gz"],
  import: ["anima import agent.jsonl --dry-run", "anima import chats.json --format chatgpt --dedup"],
  backup: ["anima backup agent.db"],
  restore: ["anima restore agent.db"],
  changes: ["anima changes --kind merge"],
  undo: ["anima undo ID"],
  forget: [
    "anima forget ID",
    "anima forget --text quibble --since 2026-03-29",
    "anima forget --from Ada --derived",
  ],
  open: ["anima open", "anima open --print"],
  completion: [
    'eval "$(anima completion bash)"',
    'eval "$(anima completion zsh)"',
    "anima completion fish | source",
  ],
};

/** Adds them to the help of all commands, so it comes last. */
export function addExamples(program: Command): void {
  for (const command of program.commands) {
    const examples = EXAMPLES[command.name()] ?? [];
    if (examples.length > 0)
      command.addHelpText("after", `\nExamples:\n${examples.map((line) => `  ${line}`).join("\n")}`);
  }
}
