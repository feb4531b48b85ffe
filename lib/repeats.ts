import "server-only";

/** Repetitions are counted for this long (ms) before the count is reported. */
const WINDOW = 60_000;
/** Maximum number of names in one report. */
const MOST_NAMED = 5;

export interface Repeated<T> {
  /** The event that started the count. It was reported separately, and `count` does not include it. */
  first: T;
  count: number;
  /** The accounts that the events are about. */
  names: readonly string[];
}

export class Repeats<T> {
  private hasEnded = false;
  private readonly open = new Map<string, { first: T; count: number; names: Set<string> }>();

  /**
   * @param most maximum number of kinds that are counted separately; all further kinds are counted together
   * (`elsewhere`)
   */
  constructor(
    private readonly most: number,
    private readonly report: (repeated: Repeated<T>) => void,
  ) {}

  /**
   * Counts an event.
   * @param about the account that the event is about, if known
   * @param elsewhere the kind and the event to use if too many kinds are being counted
   * @returns the event if the caller must report it now; undefined if it is a repetition
   */
  add(
    kind: string,
    event: T,
    about: string | undefined,
    elsewhere: { kind: string; event: T },
  ): T | undefined {
    if (this.hasEnded) return event;
    const [key, first] =
      this.open.has(kind) || this.open.size < this.most ? [kind, event] : [elsewhere.kind, elsewhere.event];
    const counted = this.open.get(key);
    if (counted) {
      counted.count += 1;
      if (about !== undefined && counted.names.size < MOST_NAMED) counted.names.add(about);
      return undefined;
    }
    this.open.set(key, { first, count: 0, names: new Set() });
    setTimeout(() => this.close(key), WINDOW).unref();
    return first;
  }

  /** Reports the counts now. Later events are not counted. */
  end(): void {
    this.hasEnded = true;
    for (const key of [...this.open.keys()]) this.close(key);
  }

  private close(key: string): void {
    const counted = this.open.get(key);
    this.open.delete(key);
    if (counted && counted.count > 0) this.report({ ...counted, names: [...counted.names] });
  }
}
