import "server-only";
import type { CheckStep } from "@/lib/config/checks";
import { inWords } from "./words";

/** Ends the way to a target after a step that failed; the step has been noted. */
class Stopped extends Error {}

/** The steps on the way to one target, until one fails, the time is over or the operator cancels. */
export class Trail {
  readonly steps: CheckStep[] = [];
  readonly signal: AbortSignal;

  /** @param limitMs for the whole way */
  constructor(
    cancelled: AbortSignal,
    readonly limitMs: number,
    private readonly target?: string,
  ) {
    this.signal = AbortSignal.any([cancelled, AbortSignal.timeout(limitMs)]);
  }

  /** Tries one thing and notes how it went; `tell` words its success. */
  async step<T>(name: string, work: () => Promise<T> | T, tell: (result: T) => string): Promise<T> {
    try {
      const result = await unlessAborted(this.signal, work);
      this.note({ name, ok: true, message: tell(result) });
      return result;
    } catch (error) {
      this.note({ name, ok: false, message: inWords(error, this.limitMs) });
      throw new Stopped();
    }
  }

  private note(step: CheckStep): void {
    this.steps.push(this.target === undefined ? step : { target: this.target, ...step });
  }

  /** Goes the way; a step that failed ends it. Anything else that is thrown is a defect and goes on. */
  async follow(way: (trail: Trail) => Promise<void>): Promise<CheckStep[]> {
    try {
      await way(this);
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
    }
    return this.steps;
  }
}

async function unlessAborted<T>(signal: AbortSignal, work: () => Promise<T> | T): Promise<T> {
  signal.throwIfAborted();
  let onAbort = (): void => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(signal.reason as Error);
    signal.addEventListener("abort", onAbort, { once: true });
  });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
