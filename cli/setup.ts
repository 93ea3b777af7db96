/** The command that puts a model to use: setup. */
import type { Command } from "commander";

export interface SetupOptions {
  readonly url?: string;
  readonly model?: string;
  readonly embeddingUrl?: string;
  readonly embeddingModel?: string;
  readonly localEmbeddings?: string | true;
  readonly yes?: true;
  readonly dryRun?: true;
}

export function addSetup(program: Command): void {
  program
    .command("setup")
    .description("find a model, try it with what a tick asks, and write the settings for it")
    .option("--url <address>", "the model server, with its /v1 (default: those found on this machine)")
    .option("--model <name>", "the language model; `none` leaves it as it is")
    .option("--embedding-url <address>", "the embedding server (default: the same)")
    .option("--embedding-model <name>", "the embedding model; `none` leaves it as it is")
    .option("--local-embeddings [model]", "compute embeddings on this machine")
    .option("--yes", "write the settings without asking")
    .option("--dry-run", "try, and show the settings, but write nothing")
    .addHelpText("after", HELP)
    .action(async (_options: SetupOptions, command: Command) => {
      // Loaded here: no other command needs the prompts.
      const { setUp } = await import("./setup/setUp");
      await setUp(command);
    });
}

const HELP = `
Keys are asked for on the terminal, or read from LLM_API_KEY and EMBEDDING_API_KEY: never from the command line.
Without a terminal nothing is asked, and nothing is written without --yes.

Examples:
  anima setup
  anima setup --dry-run
  anima setup --yes --local-embeddings --model none
  anima setup --yes --url http://127.0.0.1:11434/v1 --model qwen3:8b
  LLM_API_KEY=$(pass openai) anima setup --yes --url https://api.openai.com/v1 --model gpt-5-mini`;
