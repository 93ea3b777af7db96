/** The order in which texts are embedded: single ones, for which somebody waits, before batches, and between their parts. */

export interface Job {
  readonly id: number;
  readonly texts: readonly string[];
}

/** Embeds a job; awaits `between` where another one may go first, and ends where that rejects. */
type Run = (job: Job, between: () => Promise<void>) => Promise<void>;

/** Thrown by `between` where nobody waits for the job any more. */
export class Cancelled extends Error {}

export class Jobs {
  readonly #waiting: Job[] = [];
  readonly #cancelled = new Set<number>();
  readonly #run: Run;
  #runs = false;

  constructor(run: Run) {
    this.#run = run;
  }

  add(job: Job): void {
    this.#waiting.push(job);
    if (!this.#runs) void this.#work();
  }

  cancel(id: number): void {
    const at = this.#waiting.findIndex((job) => job.id === id);
    if (at === -1) this.#cancelled.add(id);
    else this.#waiting.splice(at, 1);
  }

  async #work(): Promise<void> {
    this.#runs = true;
    for (let job = this.#take(() => true); job !== undefined; job = this.#take(() => true))
      await this.#do(job);
    this.#cancelled.clear();
    this.#runs = false;
  }

  async #do(job: Job): Promise<void> {
    await this.#run(job, async () => {
      if (job.texts.length > 1)
        for (let single = this.#take(isSingle); single !== undefined; single = this.#take(isSingle))
          await this.#do(single);
      if (this.#cancelled.delete(job.id)) throw new Cancelled();
    });
  }

  /** The next job: the first single text, else the first that `fits`. */
  #take(fits: (job: Job) => boolean): Job | undefined {
    const single = this.#waiting.findIndex(isSingle);
    const at = single === -1 ? this.#waiting.findIndex(fits) : single;
    return at === -1 ? undefined : this.#waiting.splice(at, 1)[0];
  }
}

function isSingle({ texts }: Job): boolean {
  return texts.length === 1;
}
