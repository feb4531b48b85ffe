import "server-only";
import type { Naming } from "@/lib/shared/contract/config-snapshot";
import type { TextSource } from "./text";
import { type Broken, etagOf, maxBytes, Version } from "./version";

/**
 * The versions that were used recently. Broken bytes are remembered, too: finding the problems of a large
 * file takes seconds, and anybody may request the file's state.
 */
export class Versions {
  lastGood: Version | null = null;
  /** Holds at least two versions of the largest size, so that an undo reads none again. */
  private readonly recent = new Lru<Version | Broken>({ entries: 64, weight: 2 * maxBytes });

  /** The naming of files that do not show it (`naming-choice.ts`). */
  private hint: Naming | undefined;

  constructor(private readonly naming: Naming | undefined) {}

  get namingHint(): Naming | undefined {
    return this.hint;
  }

  /** They are parsed again. */
  set namingHint(hint: Naming | undefined) {
    this.hint = hint;
    if (this.lastGood !== null) this.lastGood = this.withHint(this.lastGood);
  }

  private withHint(version: Version): Version {
    if (version.hint === this.hint || version.reading.isShown) return version;
    const again = Version.parse(version.bytes, this.naming, "file", this.hint, version);
    return again.usable ? again : version;
  }

  get(etag: string): Version | Broken | undefined {
    const version = this.lastGood?.etag === etag ? this.lastGood : this.recent.get(etag);
    return version?.usable ? this.withHint(version) : version;
  }

  of(bytes: Buffer): Version | Broken {
    const etag = this.lastGood?.bytes.equals(bytes) ? this.lastGood.etag : etagOf(bytes);
    return this.get(etag) ?? this.recent.set(etag, this.parse(bytes, "file"), bytes.length);
  }

  /** Describes problems as those of a text that an operator typed. */
  typed(bytes: Buffer): Version | Broken {
    return this.parse(bytes, "typed");
  }

  private parse(bytes: Buffer, source: TextSource): Version | Broken {
    return Version.parse(bytes, this.naming, source, this.hint, this.lastGood);
  }

  inFile(bytes: Buffer): Version | Broken {
    const version = this.of(bytes);
    if (version.usable) this.lastGood = version;
    return version;
  }

  wrote(version: Version): void {
    this.lastGood = version;
    this.recent.set(version.etag, version, version.bytes.length);
  }
}

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
