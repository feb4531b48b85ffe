import "server-only";
import { setImmediate } from "node:timers/promises";
import { AppError } from "@/lib/errors";

/**
 * Returns a function whose calls in the same turn of the event loop share one work. The work begins at the end of the turn,
 * so that no caller gets a result from before the call.
 */
export function oncePerTurn<T>(work: () => Promise<T>): () => Promise<T> {
  let gathering: Promise<T> | undefined;
  async function workForAll(): Promise<T> {
    await setImmediate();
    gathering = undefined;
    return work();
  }
  return () => (gathering ??= workForAll());
}

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

const tooMany = (waiting: number) =>
  new AppError(
    "unavailable",
    `${waiting} of your requests are already waiting for their turn. Try again in a few seconds.`,
    { details: { retryAfter: 5 } },
  );

/**
 * Returns a function that runs one work after the other, and lets the process do other things in between. At most `most`
 * works of one person wait.
 * @throws AppError `unavailable` if the person has that many
 */
export function takeTurnsFairly(most: number): <T>(person: number, work: () => Promise<T>) => Promise<T> {
  const inTurn = takeTurns(1);
  const waiting = new Map<number, number>();
  return async (person, work) => {
    const others = waiting.get(person) ?? 0;
    if (others >= most) throw tooMany(most);
    waiting.set(person, others + 1);
    return inTurn(() => {
      const left = (waiting.get(person) ?? 1) - 1;
      if (left > 0) waiting.set(person, left);
      else waiting.delete(person);
      return setImmediate().then(work);
    });
  };
}

/**
 * Returns a function that runs at most `most` works of one person at the same time. At most `mostWaiting` others of the
 * person wait in order, and the process does other things before each of them.
 * @throws AppError `unavailable` if that many wait
 */
export function shareFairly(
  most: number,
  mostWaiting: number,
): <T>(person: number, work: (hasWaited: boolean) => Promise<T>) => Promise<T> {
  const people = new Map<number, { inTurn: ReturnType<typeof takeTurns>; works: number }>();
  return async (person, work) => {
    const own = people.get(person) ?? { inTurn: takeTurns(most), works: 0 };
    if (own.works >= most + mostWaiting) throw tooMany(mostWaiting);
    people.set(person, own);
    own.works += 1;
    const hasWaited = own.works > most;
    try {
      return await own.inTurn(async () => {
        if (hasWaited) await setImmediate();
        return work(hasWaited);
      });
    } finally {
      own.works -= 1;
      if (own.works === 0) people.delete(person);
    }
  };
}

/** Maximum number of requests of one operator that are answered at the same time. Browsers open six connections. */
const MOST_AT_ONCE = 8;
/** Maximum number of requests of one operator that wait until others of the operator are answered. */
const MOST_IN_LINE = 32;
/** Maximum number of requests of one operator that wait for each kind of work. */
const MOST_WAITING = 4;

/** `edits` and `proposals` are works that occupy the process: large edits, and trying the edits of a proposal. */
export const createTurns = () => ({
  requests: shareFairly(MOST_AT_ONCE, MOST_IN_LINE),
  edits: takeTurnsFairly(MOST_WAITING),
  proposals: takeTurnsFairly(MOST_WAITING),
});
export type Turns = ReturnType<typeof createTurns>;
