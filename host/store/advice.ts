/** What a person can do about a failure of the database or of its directory, by the code that SQLite or the system gives it. */

const ROOM =
  "Free some space on its disk: nothing that was answered is lost, and writing goes on by itself once there is room.";
const PERMISSION =
  "Check that this user may write to the data directory and its files, and that its disk is not mounted read-only.";
const FILES = "Allow the process more open files (ulimit -n, or LimitNOFILE under systemd).";
const FAILING_DISK = "If this goes on, the disk may be failing: copy the data directory to another one.";
const BUSY = "Another program, such as a backup, holds the file: let it finish.";
const DAMAGED =
  "Stop the service, keep a copy of the data directory, empty it, and restore all of it from a backup: " +
  "the -wal and -shm of before would be written over a database that is put beside them.";

/** Codes by their beginnings, the longer ones first. */
const ADVICE: readonly [code: string, advice: string][] = [
  ["SQLITE_FULL", ROOM],
  // The system refuses a write for want of room in more than one way.
  ["SQLITE_IOERR_WRITE", `The disk may be full, or a limit on the size of files reached. ${ROOM}`],
  ["SQLITE_IOERR_SHMSIZE", ROOM],
  ["SQLITE_IOERR", FAILING_DISK],
  ["SQLITE_READONLY", PERMISSION],
  // SQLite doesn't tell the one from the other.
  ["SQLITE_CANTOPEN", `${PERMISSION} Where it may: ${FILES}`],
  ["SQLITE_BUSY", BUSY],
  ["SQLITE_CORRUPT", DAMAGED],
  ["SQLITE_NOTADB", DAMAGED],
  ["ENOSPC", ROOM],
  ["EDQUOT", ROOM],
  ["EFBIG", ROOM],
  ["EACCES", PERMISSION],
  ["EPERM", PERMISSION],
  ["EROFS", PERMISSION],
  ["ENOTDIR", "A part of its path is a file: name another DATA_DIR."],
  ["EMFILE", FILES],
  ["ENFILE", FILES],
  ["EEXIST", "There is a file of that name, or a link to nothing: name another DATA_DIR."],
  ["ENOENT", "It can't be made there: name another DATA_DIR."],
  ["EIO", FAILING_DISK],
];

/** A failure's text with what to do about it, where something is known. */
export function withAdvice(failure: string, code: string): string {
  const advice = ADVICE.find(([beginning]) => code.startsWith(beginning))?.[1];
  return advice === undefined ? failure : `${failure}. ${advice}`;
}
