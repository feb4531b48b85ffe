import "server-only";
import type { OpenDatabase } from "@/lib/server/db";

export type Announcements = Pick<OpenDatabase["announcements"], "announce" | "onAnnouncement">;

const CHANNEL = "instance_admin_sessions";

export type EndedSessions = ReturnType<typeof createEndedSessions>;

/** Notifies responses that stay open, such as event streams, when sessions end. */
export function createEndedSessions(announcements: Announcements) {
  const listeners = new Set<() => void>();
  const notify = () => listeners.forEach((listener) => listener());
  let isListening = false;
  return {
    /**
     * Calls `listener` when sessions may have ended, on this or another replica.
     * @returns a function that removes the listener
     */
    onEndedSessions(listener: () => void): () => void {
      if (!isListening) announcements.onAnnouncement(CHANNEL, notify);
      isListening = true;
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },

    /** Call this after the transaction that ends the sessions. Never throws. */
    async announceEndedSessions(): Promise<void> {
      notify();
      await announcements.announce(CHANNEL);
    },
  };
}
