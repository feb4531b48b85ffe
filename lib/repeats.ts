import "server-only";

/** The time in ms for which repetitions are counted before the count is reported. */
const WINDOW = 60_000;
/** Maximum number of names listed in one count. */
const MOST_NAMED = 5;

/** The repetitions of an event within a minute. */
export interface Repeated<T> {
  /** The first event, which was reported separately. */
  first: T;
  /** Events since then. */
  count: number;
  /** Whom the events are about. */
  names: readonly string[];
}

/**
 * Bounds how much a flood of similar events can log: the first event of a kind is reported at once. Further events
 * within a minute are counted and reported together.
 */
export class Repeats<T> {
  private readonly open = new Map<string, { first: T; count: number; names: Set<string> }>();

  /**
   * @param most how many kinds are counted separately at a time. All other kinds are counted together as
   * `elsewhere`
   */
  constructor(
    private readonly most: number,
    private readonly report: (repeated: Repeated<T>) => void,
  ) {}

  /**
   * Counts an event of a kind.
   * @param about whom the event is about, if known
   * @param elsewhere the kind and the event to use if too many kinds are being counted
   * @returns the event to report now; undefined for a repetition
   */
  add(
    kind: string,
    event: T,
    about: string | undefined,
    elsewhere: { kind: string; event: T },
  ): T | undefined {
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

  private close(key: string): void {
    const counted = this.open.get(key);
    this.open.delete(key);
    if (counted && counted.count > 0) this.report({ ...counted, names: [...counted.names] });
  }
}
