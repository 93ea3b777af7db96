/** Asks a person on the terminal. Questions go to standard error, so that standard output holds the outcome alone. */
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";

export interface Terminal {
  /** The answer, or `otherwise` for an empty one. */
  readonly ask: (question: string, otherwise: string) => Promise<string>;
  /** As `ask`, without showing what is typed. */
  readonly askSecret: (question: string) => Promise<string>;
}

/** Null where there is no person to ask. */
export function terminal(): Terminal | null {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return null;
  return {
    ask: async (question, otherwise) => {
      const answer = (await asked(`${question} [${otherwise}] `, process.stderr)).trim();
      return answer === "" ? otherwise : answer;
    },
    askSecret: async (question) => {
      process.stderr.write(`${question} (not shown) `);
      const answer = await asked("", new Writable({ write: (_chunk, _encoding, done) => done() }));
      process.stderr.write("\n");
      return answer.trim();
    },
  };
}

/** Readline on a terminal echoes what is typed to its output, and to nothing else. */
async function asked(question: string, output: NodeJS.WritableStream): Promise<string> {
  const prompt = createInterface({ input: process.stdin, output, terminal: true });
  // Ctrl-C ends the command, as it does elsewhere. Readline would take it for itself.
  prompt.once("SIGINT", () => process.exit(130));
  try {
    return await prompt.question(question);
  } finally {
    prompt.close();
  }
}
