import "server-only";
import { announce, onAnnouncement } from "@/lib/server/db";
import { processSingleton } from "@/lib/process-singleton";

/* Open responses outlive the request whose session they belong to, so they must be notified when sessions end. */

type Listener = () => void;

const CHANNEL = "instance_admin_sessions";

const listeners = () => processSingleton("ended-sessions", () => new Set<Listener>());

const notifyListeners = () => listeners().forEach((listener) => listener());

/**
 * Calls `listener` when anybody's sessions may have ended, here or on another replica. Processes that share a
 * SQLite file do not notify each other. @returns a function that stops it
 */
export function onEndedSessions(listener: Listener): () => void {
  processSingleton("ended-sessions-elsewhere", () => onAnnouncement(CHANNEL, notifyListeners));
  listeners().add(listener);
  return () => void listeners().delete(listener);
}

/** Call after ended sessions have been committed. Never throws. */
export async function announceEndedSessions(): Promise<void> {
  notifyListeners();
  await announce(CHANNEL);
}
