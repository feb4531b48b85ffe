import type { ApplyView } from "@/lib/shared/contract/running";

/** Applications that ended longer ago (ms) are history: their settings come back only when somebody asks. */
const freshMs = 10 * 60_000;

const key = (id: number): string => `taken-back-${id}`;

/** Whether the settings of a roll-back are still to be brought into the form of this tab. */
export function isFresh({ id, endedAt }: ApplyView): boolean {
  if (endedAt === null || Date.now() - Date.parse(endedAt) > freshMs) return false;
  try {
    return sessionStorage.getItem(key(id)) === null;
  } catch {
    return false;
  }
}

/** Notes that they were: whoever discards them has decided. */
export function noteKept(id: number): void {
  try {
    sessionStorage.setItem(key(id), "kept");
  } catch {
    // Without storage they may come back once more.
  }
}
