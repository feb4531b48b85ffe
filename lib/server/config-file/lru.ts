import "server-only";

/** A cache that drops the entries whose last use is the longest ago. */
export class Lru<T> {
  private readonly entries = new Map<string, { readonly value: T; readonly weight: number }>();
  private weight = 0;

  constructor(private readonly most: { readonly entries: number; readonly weight: number }) {}

  get(key: string): T | undefined {
    const entry = this.entries.get(key);
    if (!entry) return undefined;
    this.entries.delete(key);
    this.entries.set(key, entry);
    return entry.value;
  }

  /** Adds an entry, which stays even if its weight alone exceeds the limit. */
  set(key: string, value: T, weight = 0): T {
    this.remove(key);
    this.entries.set(key, { value, weight });
    this.weight += weight;
    for (const oldest of this.entries.keys()) {
      const isWithin = this.entries.size <= this.most.entries && this.weight <= this.most.weight;
      if (isWithin || oldest === key) break;
      this.remove(oldest);
    }
    return value;
  }

  private remove(key: string): void {
    this.weight -= this.entries.get(key)?.weight ?? 0;
    this.entries.delete(key);
  }
}
