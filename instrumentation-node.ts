import "server-only";
// Imported by file, not through the folder's index, because code that only routes need is loaded at the first
// request for a route.
import { instanceArea } from "@/lib/server/instance-api/area";
import { healthArea, panelArea, signInArea } from "@/lib/server/panel-api/area";
import { insteadOfPages } from "@/lib/server/panel-api/instead-of-pages";
import { beginVerifying, beginMonitoring, shutDown, startUp } from "@/lib/server/panel-api/start-up";
import { createDoor, type Door } from "@/lib/server/door";

/** @throws Error with a sentence for the operator if the panel cannot run */
export async function start(): Promise<Door> {
  await startUp();
  void beginMonitoring();
  void beginVerifying();
  return createDoor([instanceArea, healthArea, panelArea, signInArea], shutDown, insteadOfPages);
}
