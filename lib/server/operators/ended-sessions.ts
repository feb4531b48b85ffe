import "server-only";
import { announce, onAnnouncement } from "@/lib/server/db";
import { processSingleton } from "@/lib/process-singleton";

/*
 * Notifies responses that stay open, such as event streams, when sessions end. Such a response was allowed
 * because its session was valid when the request arrived, so the response must check the session again.
 */

type Listener = () => void;

const CHANNEL = "instance_admin_sessions";

const listeners = () => processSingleton("ended-sessions", () => new Set<Listener>());

const notifyListeners = () => listeners().forEach((listener) => listener());

/**
 * Calls `listener` when sessions may have ended, on this or another replica. Processes that share a SQLite file do
 * not notify each other.
 * @returns a function that removes the listener
 */
export function onEndedSessions(listener: Listener): () => void {
  processSingleton("ended-sessions-elsewhere", () => onAnnouncement(CHANNEL, notifyListeners));
  listeners().add(listener);
  return () => void listeners().delete(listener);
}

/** Notifies the listeners of all replicas. Call this after the transaction that ends the sessions. Never throws. */
export async function announceEndedSessions(): Promise<void> {
  notifyListeners();
  await announce(CHANNEL);
}
