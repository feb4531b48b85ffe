import "server-only";
import { sql } from "kysely";
import type { SeriesName } from "@/lib/shared/contract/watch";
import type { Db, NewRow, Tx } from "@/lib/server/db";

export type Sample = { series: SeriesName; value: number | null };

/** Keeps what was measured in the interval that began at `at`; measured again, the later value holds. */
export async function keepSamples(db: Db | Tx, at: number, samples: readonly Sample[]): Promise<void> {
  if (samples.length === 0) return;
  await db
    .insertInto("watch_samples")
    .values(samples.map((sample) => ({ at, ...sample })))
    .onConflict((conflict) =>
      conflict.columns(["at", "series"]).doUpdateSet(({ ref }) => ({ value: ref("excluded.value") })),
    )
    .execute();
}

/** Adds to what was counted in an interval: every replica counts its own requests. */
export async function addSamples(db: Db, at: number, samples: readonly Sample[]): Promise<void> {
  const rows: NewRow<"watch_samples">[] = samples.map((sample) => ({ at, ...sample }));
  await db
    .insertInto("watch_samples")
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(["at", "series"])
        .doUpdateSet({ value: sql<number>`coalesce(watch_samples.value, 0) + excluded.value` }),
    )
    .execute();
}
