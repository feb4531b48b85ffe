import "server-only";
// Imported by file, not through the folder's index: what only routes need is loaded at the first request for one.
import { instanceArea } from "@/lib/server/instance-api/area";
import { healthArea, panelArea, signInArea } from "@/lib/server/panel-api/area";
import { insteadOfPages } from "@/lib/server/panel-api/instead-of-pages";
import { beginVerifying, beginWatching, shutDown, startUp } from "@/lib/server/panel-api/start-up";
import { createDoor, handOver } from "@/lib/server/door";

/** Start-up either completes or exits the process with a message that says what to do. */
export async function start(): Promise<void> {
  try {
    await startUp();
  } catch (error) {
    console.error(
      `\nInstance Admin did not start.\n${error instanceof Error ? error.message : String(error)}\n`,
    );
    process.exit(1);
  }
  handOver(createDoor([instanceArea, healthArea, panelArea, signInArea], shutDown, insteadOfPages));
  void beginWatching();
  void beginVerifying();
}
