/** Advice for the operator about a failure of the database or its directory, by SQLite's or the system's error code. */

// Functions receive only an error's text, so the first word is a name that they can look for.
const ROOM =
  "StorageFull: the disk has no room. Free some space on its disk: no answered write is lost, and writing resumes by itself once there is room.";
const PERMISSION =
  "Check that this user may write to the data directory and its files, and that its disk is not mounted read-only.";
const FILES = "Allow the process more open files (ulimit -n, or LimitNOFILE under systemd).";
const FAILING_DISK = "If this continues, the disk may be failing: copy the data directory to another one.";
const BUSY = "Another program, such as a backup, holds the file: let it finish.";
const DAMAGED =
  "Stop the service, keep a copy of the data directory, empty it, and restore all of it from a backup: " +
  "SQLite would write the old -wal and -shm files into a database placed beside them.";

/** By prefix of the code, longer prefixes first. */
const ADVICE: readonly [code: string, advice: string][] = [
  ["SQLITE_FULL", ROOM],
  // Systems report a full disk in more than one way.
  ["SQLITE_IOERR_WRITE", `Perhaps a quota or a limit on the size of files is reached. ${ROOM}`],
  ["SQLITE_IOERR_SHMSIZE", ROOM],
  ["SQLITE_IOERR", FAILING_DISK],
  ["SQLITE_READONLY", PERMISSION],
  // SQLite uses the same code for both.
  ["SQLITE_CANTOPEN", `${PERMISSION} Otherwise: ${FILES}`],
  ["SQLITE_BUSY", BUSY],
  ["SQLITE_CORRUPT", DAMAGED],
  ["SQLITE_NOTADB", DAMAGED],
  ["ENOSPC", ROOM],
  ["EDQUOT", ROOM],
  ["EFBIG", ROOM],
  ["EACCES", PERMISSION],
  ["EPERM", PERMISSION],
  ["EROFS", PERMISSION],
  ["ENOTDIR", "Part of its path is a file: choose another DATA_DIR."],
  ["EMFILE", FILES],
  ["ENFILE", FILES],
  ["EEXIST", "A file or a dangling link has this name: choose another DATA_DIR."],
  ["ENOENT", "It can't be created there: choose another DATA_DIR."],
  ["EIO", FAILING_DISK],
];

/** Whether the operator can do something about a failure, other than wait for another program. */
export function isOperatorsMatter(code: string): boolean {
  const advice = adviceFor(code);
  return advice !== undefined && advice !== BUSY;
}

/** Appends advice to a failure's text, if there is any. */
export function withAdvice(failure: string, code: string): string {
  const advice = adviceFor(code);
  return advice === undefined ? failure : `${failure}. ${advice}`;
}

function adviceFor(code: string): string | undefined {
  return ADVICE.find(([prefix]) => code.startsWith(prefix))?.[1];
}
