/** The data directory: made where it is missing, and known to be writable before anything is opened in it. */
import { accessSync, constants } from "node:fs";
import { SettingError } from "../../convex/settings";
import { makeDirectory } from "../../host/store/dataDir";

/**
 * Makes the directory, for its owner only, and checks that this process may write to it.
 * @throws {SettingError} naming DATA_DIR
 */
export function prepareDataDir(directory: string): void {
  try {
    makeDirectory(directory);
    accessSync(directory, constants.W_OK | constants.X_OK);
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
    throw new SettingError(
      "DATA_DIR",
      `must be a directory this user can write to, not ${directory} (${code})`,
    );
  }
}
