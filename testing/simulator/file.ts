import { createHash } from "node:crypto";
import type { ConfigFile, RevisionRow } from "@/lib/server/config-file";
import { Version } from "@/lib/server/config-file";
import { AppError } from "@/lib/errors";
import { type AuthorKind, outsideAuthor } from "@/lib/shared/author";
import { editionOf } from "@/lib/shared/settings/editions";
import type { VirtualClock } from "./clock";

interface Row extends RevisionRow {
  bytes: Buffer;
}

const etagOf = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

/** Returns the version with these bytes; null if it cannot be used. Keeps versions, because parsing takes most of a run. */
export function versionParser(): (bytes: Buffer) => Version | null {
  const versions = new Map<string, Version | null>();
  return (bytes) => {
    const etag = etagOf(bytes);
    const known = versions.get(etag);
    if (known !== undefined) return known;
    const parsed = Version.parse(bytes, "branded");
    const version = parsed.usable ? parsed : null;
    if (versions.size > 1_000) versions.clear();
    versions.set(etag, version);
    return version;
  };
}

/** A configuration file in memory, with a history, for the rooms that the simulator runs. */
export class SimulatedFile {
  private bytes = Buffer.from("{}");
  private modifiedAt = 0;
  private readonly rows: Row[] = [];

  constructor(
    private readonly clock: VirtualClock,
    private readonly parse = versionParser(),
  ) {}

  get text(): string {
    return this.bytes.toString();
  }

  get etag(): string {
    return etagOf(this.bytes);
  }

  textOf = (etag: string): string | undefined =>
    this.rows.findLast((row) => row.etag === etag)?.bytes.toString();

  /** Writes the file as another program does. The panel has not noticed it yet. */
  write = (text: string, modifiedAt = this.clock.now()): void => {
    this.bytes = Buffer.from(text);
    this.modifiedAt = modifiedAt;
  };

  /** Saves the file as an operator does in the panel. */
  save(text: string, author = "ada", kind: AuthorKind = "operator", note: string | null = null): void {
    this.notice();
    this.write(text);
    this.record(author, kind, note);
  }

  /** Records the file's content if another program wrote it. */
  notice(): void {
    if (this.rows.at(-1)?.etag !== this.etag) this.record(outsideAuthor.name, outsideAuthor.kind);
  }

  get note(): string | null {
    return this.rows.at(-1)?.note ?? null;
  }

  private record(author: string, authorKind: AuthorKind, note: string | null = null): void {
    const createdAt = this.clock.now();
    const row = { id: this.rows.length + 1, etag: this.etag, author, authorKind, note };
    this.rows.push({ ...row, createdAt, at: new Date(createdAt).toISOString(), bytes: this.bytes });
  }

  /** What the rooms use of a `ConfigFile`. */
  get config(): ConfigFile {
    const { parse } = this;
    const read = async () => {
      this.notice();
      return {
        etag: this.etag,
        version: parse(this.bytes),
        problems: [],
        file: { kind: "present", stat: { mtimeMs: this.modifiedAt } },
        edition: async () => editionOf("branded"),
      };
    };
    const config = {
      id: async () => 1,
      read,
      parse,
      ownErrors: () => [],
      refuseOwnErrors: () => undefined,
      settings: async () => (parse(this.bytes) ?? Version.empty("branded")).settings,
      revert: async ({ baseEtag, to, note }: { baseEtag: string; to: { bytes: Buffer }; note: string }) => {
        if (baseEtag !== this.etag) throw new AppError("config-changed", "The file changed.");
        this.save(to.bytes.toString(), "the panel", "panel", note);
        return { etag: this.etag };
      },
      history: {
        find: async ({ limit }: { limit: number }) => this.rows.toReversed().slice(0, limit),
        byEtag: async (etag: string) => this.rows.findLast((row) => row.etag === etag),
        bytes: async ({ id }: { id: number }) => this.rows[id - 1]!.bytes,
        version: async ({ id }: { id: number }) => parse(this.rows[id - 1]!.bytes),
        after: async ({ id }: { id: number }) => this.rows[id],
      },
    };
    // The simulated file has only the members above.
    return config as unknown as ConfigFile;
  }
}
