import "server-only";
import type { CheckStep } from "@/lib/shared/contract/checks";
import { hideInText } from "@/lib/shared/settings/credentials";
import { CheckFailure, inWords } from "./words";

/** Ends the check of an address after a step has failed. The failure is already recorded. */
class Stopped extends Error {}

/** Runs and records the steps of checking one address. A failed step, the time limit and canceling end the check. */
export class Trail {
  readonly steps: CheckStep[] = [];
  readonly signal: AbortSignal;
  /** When the server's certificate expires (ms since 1970). Undefined without TLS. */
  certificateEnds: number | undefined;

  /** @param limitMs time limit for all steps together (ms) */
  constructor(
    cancelled: AbortSignal,
    readonly limitMs: number,
    private readonly target?: string,
  ) {
    this.signal = AbortSignal.any([cancelled, AbortSignal.timeout(limitMs)]);
  }

  /** Runs one step and records its result. `describe` returns the message for success. */
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
    // Hides credentials, because responses of other programs may repeat what was sent to them.
    const step = { ...found, message: hideInText(found.message) };
    this.steps.push(this.target === undefined ? step : { target: this.target, ...step });
  }

  /** Runs `way` and returns the recorded steps. Errors outside a step are bugs and are rethrown. */
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
