import "server-only";
import { db } from "@/lib/server/db";
import { sessionCheck } from "@/lib/server/operators";
import { currentApply } from "@/lib/server/rollout";
import { eventStream } from "./event-stream";

/** How often the application is read (ms): whichever replica drives it writes it into the database. */
const every = 400;

/**
 * The application under way, or the last one, as server-sent events: `apply` at the start and at every change
 * (`ApplyView`; null while nothing was ever applied).
 */
export async function applyEventStream(signal: AbortSignal): Promise<Response> {
  const allowed = await sessionCheck();
  return eventStream({
    signal,
    allowed,
    begin(send) {
      let told: string | undefined;
      let isReading = false;
      const look = async () => {
        if (isReading) return;
        isReading = true;
        try {
          const view = await currentApply(db());
          const text = JSON.stringify(view);
          if (text !== told) send("apply", view);
          told = text;
        } catch {
          // While the database is away nothing is news; the next look finds what changed.
        } finally {
          isReading = false;
        }
      };
      void look();
      const timer = setInterval(() => void look(), every);
      return () => clearInterval(timer);
    },
  });
}
