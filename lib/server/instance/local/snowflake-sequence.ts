import "server-only";
import { SNOWFLAKE_EPOCH } from "@/lib/shared/chat/snowflake";
import { AppError } from "@/lib/errors";

export const WORKER_COUNT = 1024;
const SEQUENCE_SIZE = 4096;

/**
 * Creates ids from 42 bits of time, 10 of worker and 12 of sequence. The times never decrease, even if the clock
 * goes back, and stay inside the span [`from`, `until`) that is reserved for this worker. Two processes with the same
 * worker id have different spans, so their ids never collide.
 */
export class SnowflakeSequence {
  private last: number;
  private sequence = SEQUENCE_SIZE - 1;

  constructor(
    private readonly worker: number,
    from: number,
    public until: number,
    private readonly now: () => number = Date.now,
  ) {
    this.last = from - 1;
  }

  get position(): number {
    return Math.max(this.now(), this.last);
  }

  /** @throws AppError `unavailable` if the reserved span is used up. */
  next(): string {
    let moment = this.position;
    let sequence = moment === this.last ? this.sequence + 1 : 0;
    if (sequence === SEQUENCE_SIZE) {
      // The millisecond has no ids left. Use the next one in advance instead of waiting.
      moment += 1;
      sequence = 0;
    }
    if (moment >= this.until) throw new AppError("unavailable", "All reserved ids are used. Try again.");
    this.last = moment;
    this.sequence = sequence;
    return (
      (BigInt(moment - SNOWFLAKE_EPOCH) << 22n) |
      (BigInt(this.worker) << 12n) |
      BigInt(sequence)
    ).toString();
  }
}
