import "server-only";
import { sql } from "kysely";
import type { SeriesName } from "@/lib/shared/contract/watch";
import { configFileId } from "@/lib/server/config-file";
import type { Db, NewRow, Tx } from "@/lib/server/db";

export type Sample = { series: SeriesName; value: number | null };

/** Stores the measurements of the interval that starts at `at`. A repeated measurement replaces the previous value. */
export async function keepSamples(
  tx: Tx,
  file_id: number,
  at: number,
  samples: readonly Sample[],
): Promise<void> {
  if (samples.length === 0) return;
  await tx
    .insertInto("watch_samples")
    .values(samples.map((sample) => ({ file_id, at, ...sample })))
    .onConflict((conflict) =>
      conflict
        .columns(["file_id", "at", "series"])
        .doUpdateSet(({ ref }) => ({ value: ref("excluded.value") })),
    )
    .execute();
}

/** Adds to the counts of an interval. Every replica adds the requests that it has answered. */
export async function addSamples(db: Db, at: number, samples: readonly Sample[]): Promise<void> {
  const file_id = await configFileId(db);
  const rows: NewRow<"watch_samples">[] = samples.map((sample) => ({ file_id, at, ...sample }));
  await db
    .insertInto("watch_samples")
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(["file_id", "at", "series"])
        .doUpdateSet({ value: sql<number>`coalesce(watch_samples.value, 0) + excluded.value` }),
    )
    .execute();
}
