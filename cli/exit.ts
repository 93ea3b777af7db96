/** The exit codes. They are documented: scripts depend on them. */
export const EXIT_FAILED = 1;
export const EXIT_USAGE = 2;
export const EXIT_UNREACHABLE = 3;
export const EXIT_UNAUTHORIZED = 4;
export const EXIT_NOT_FOUND = 5;
export const EXIT_BUSY = 6;
