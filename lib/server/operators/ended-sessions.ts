import "server-only";
import { announce, onAnnouncement } from "@/lib/server/db";
import { processSingleton } from "@/lib/process-singleton";

/* Open responses outlive the request whose session they go by, so they must be notified when sessions end. */

type Listener = () => void;

const CHANNEL = "instance_admin_sessions";

const listeners = () => processSingleton("ended-sessions", () => new Set<Listener>());

const notifyListeners = () => listeners().forEach((listener) => listener());

/**
 * Calls `listener` when sessions of anybody may have ended, here or at another replica. Processes that share a SQLite
 * file do not notify each other. @returns a function that stops it
 */
export function onEndedSessions(listener: Listener): () => void {
  processSingleton("ended-sessions-elsewhere", () => onAnnouncement(CHANNEL, notifyListeners));
  listeners().add(listener);
  return () => void listeners().delete(listener);
}

/** Call after sessions were ended and that is committed. Never throws. */
export async function announceEndedSessions(): Promise<void> {
  notifyListeners();
  await announce(CHANNEL);
}
