/** Lets a person edit a text in the editor of their choice. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EXIT_USAGE } from "./exit";
import { CommandError } from "./failure";

/** @throws {CommandError} where the editor fails, or the text stays as it is */
export async function edited(text: string): Promise<string> {
  const editor = process.env.VISUAL || process.env.EDITOR;
  if (!editor) throw new CommandError("no text, and no editor: give the new text, or set EDITOR", EXIT_USAGE);
  const folder = mkdtempSync(join(tmpdir(), "anima-edit-"));
  try {
    const file = join(folder, "memory.txt");
    writeFileSync(file, `${text}\n`, { mode: 0o600 });
    // By the shell, since the variable may hold arguments.
    const { status } = spawnSync(`${editor} "${file}"`, { shell: true, stdio: "inherit" });
    if (status !== 0) throw new CommandError(`${editor} failed, so nothing was changed`);
    const now = readFileSync(file, "utf8").trimEnd();
    if (now === text.trimEnd())
      throw new CommandError("the text is the same, so nothing was changed", EXIT_USAGE);
    return now;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
