/** A number of bytes that all peers share: for the bodies that they have begun to send and not ended. */
export class SharedBytes {
  private left: number;

  constructor(bytes: number) {
    this.left = bytes;
  }

  /** Whether there was room for so many more, which are then taken. */
  take(bytes: number): boolean {
    if (bytes > this.left) return false;
    this.left -= bytes;
    return true;
  }

  give(bytes: number): void {
    this.left += bytes;
  }
}
