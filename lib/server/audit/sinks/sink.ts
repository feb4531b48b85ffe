import "server-only";
import type { Head } from "../heads";

export type SinkEntry = Head & { previous: string; at: string; actor: string; action: string } & Record<
    string,
    unknown
  >;

/** A second place for audit entries, outside the database. */
export interface Sink {
  /** The place in words, without credentials. */
  place: string;
  /** Resolves when the sink has taken all entries. Throws otherwise; the caller then sends them again. */
  take: (entries: readonly SinkEntry[]) => Promise<void>;
  heads?: () => AsyncIterable<Head>;
}

/** How long a sink may take for one batch (ms). */
export const SINK_TIMEOUT = 10_000;
