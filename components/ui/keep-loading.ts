import { Listeners } from "./listeners";

/*
 * Loads code that a page needs after its first view. Loading fails on a bad connection, or if an update of
 * the panel has replaced the files since the page was loaded. The bundler forgets a failed load, so another
 * attempt requests the files again.
 */

export const notLoadedTitle = "A part of the page could not be loaded.";
export const notLoadedAdvice = "Try again. If the panel was updated, reload the page.";
export const notLoadedText = `${notLoadedTitle} ${notLoadedAdvice}`;

type Attempt = () => Promise<void>;

/** Failed loads that are still needed, except those with their own error message. A notice on the page reports them. */
const failed = new Set<Attempt>();
const listeners = new Listeners();

export const hasFailedLoads = (): boolean => failed.size > 0;

export const subscribeToFailedLoads = listeners.subscribe;

/** Retries all failed loads. Never rejects. */
export async function tryFailedLoads(): Promise<void> {
  await Promise.all([...failed].map((attempt) => attempt()));
}

/**
 * After a failure, the operator can try again until loading succeeds.
 * @param onFailed reports the failure at the part's place on the page. By default, a notice on the page
 * reports it.
 * @returns a function to call when the part is no longer needed
 */
export function keepLoading<T>(
  load: () => Promise<T>,
  onLoaded: (loaded: T) => void,
  onFailed: (attempt: Attempt) => void = (attempt) => failed.add(attempt),
): () => void {
  let isNeeded = true;
  const attempt: Attempt = async () => {
    try {
      const loaded = await load();
      failed.delete(attempt);
      if (isNeeded) onLoaded(loaded);
    } catch (error) {
      // Logged, because the cause may also be a defect in the loaded code.
      console.error(error);
      if (isNeeded) onFailed(attempt);
    }
    listeners.notify();
  };
  void attempt();
  return () => {
    isNeeded = false;
    if (failed.delete(attempt)) listeners.notify();
  };
}

/** Interval between the attempts of `untilLoaded` (ms). */
const againAfter = 5_000;

/**
 * Loads code for `React.lazy`. In the browser, the promise never rejects, because `React.lazy` never loads
 * code again after a failure. In addition to the retry that the notice offers, retries automatically, because
 * a page cannot show the notice before the code of its first view is loaded.
 */
export function untilLoaded<T>(load: () => Promise<T>): Promise<T> {
  if (typeof window === "undefined") return load();
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    keepLoading(load, resolve, (attempt) => {
      clearTimeout(timer);
      timer = setTimeout(() => void attempt(), againAfter);
      failed.add(attempt);
    });
  });
}
