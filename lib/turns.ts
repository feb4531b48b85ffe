import "server-only";
import { setImmediate } from "node:timers/promises";

/** Returns a function that runs at most `most` works at the same time. Others wait in order. */
export function takeTurns(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running < most) running += 1;
    else await new Promise<void>((begin) => waiting.push(begin));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/** Returns a function that runs one work after the other, and lets the process do other things in between. */
export function takeTurnsSlowly(): <T>(work: () => Promise<T>) => Promise<T> {
  const inTurn = takeTurns(1);
  return (work) => inTurn(() => setImmediate().then(work));
}
