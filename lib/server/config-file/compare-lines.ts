import "server-only";
import { diffArrays } from "diff";

/**
 * Limit for the number of changed lines, because the running time grows with the square of this number. Without a limit,
 * a request of 200 kB could block the process for 18 s.
 */
const maxEditLength = 1_000;

/** Undefined if the texts differ in more lines. */
export const compareLines = (old: string[], now: string[]) => diffArrays(old, now, { maxEditLength });
