import "server-only";
import type { CheckStep } from "@/lib/shared/contract/checks";
import { hideInText } from "@/lib/shared/settings/credentials";
import { CheckFailure, inWords } from "./words";

/** Aborts the check of a target after a failed step, which has already been recorded. */
class Stopped extends Error {}

/** The steps of checking one target. They end when one fails, time runs out, or the operator cancels. */
export class Trail {
  readonly steps: CheckStep[] = [];
  readonly signal: AbortSignal;
  /** When the server's certificate expires (ms since 1970); undefined without TLS. */
  certificateEnds: number | undefined;

  /** @param limitMs time limit for all steps together */
  constructor(
    cancelled: AbortSignal,
    readonly limitMs: number,
    private readonly target?: string,
  ) {
    this.signal = AbortSignal.any([cancelled, AbortSignal.timeout(limitMs)]);
  }

  /** Runs one step and records the result. `describe` returns the message for success. */
  async step<T>(name: string, work: () => Promise<T> | T, describe: (result: T) => string): Promise<T> {
    try {
      const result = await unlessAborted(this.signal, work);
      this.note({ name, ok: true, message: describe(result) });
      return result;
    } catch (error) {
      const { confirm } = error instanceof CheckFailure ? error : {};
      this.note({
        name,
        ok: false,
        message: inWords(error, this.limitMs),
        ...(confirm !== undefined && { confirm }),
      });
      throw new Stopped();
    }
  }

  private note(found: CheckStep): void {
    // Other programs' answers may echo what was sent to them.
    const step = { ...found, message: hideInText(found.message) };
    this.steps.push(this.target === undefined ? step : { target: this.target, ...step });
  }

  /** Runs all steps; a failed step ends the run. Any other error is a bug and is rethrown. */
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
