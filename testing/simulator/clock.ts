/** A seeded source of random numbers (mulberry32). */
export class Random {
  constructor(private state: number) {}

  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from 0 to `below` - 1. */
  below(below: number): number {
    return Math.floor(this.next() * below);
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  from<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }
}

/** Time that passes only when somebody waits. Events that are due by then run first, one after the other. */
export class VirtualClock {
  private time = 1_900_000_000_000;
  private events: { at: number; run: () => Promise<void> }[] = [];

  now = (): number => this.time;
  elapsed = (): number => this.time;
  /** Limits of other work never apply: in virtual time, work takes no time unless it waits. */
  alarm = (): Promise<void> => new Promise(() => undefined);

  at(delay: number, run: () => Promise<void>): void {
    const at = this.time + delay;
    const place = this.events.findIndex((event) => event.at > at);
    this.events.splice(place === -1 ? this.events.length : place, 0, { at, run });
  }

  wait = async (ms: number): Promise<void> => {
    const until = this.time + ms;
    for (let next = this.events[0]; next && next.at <= until; next = this.events[0]) {
      this.events.shift();
      this.time = Math.max(this.time, next.at);
      await next.run();
    }
    this.time = Math.max(this.time, until);
  };
}
