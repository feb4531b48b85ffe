import "server-only";
// Imports each area (`instanceArea` and so on) from its own file. The `index.ts` of the folder would also
// load code that only routes need. That code is loaded at the first request for a route.
import { instanceArea } from "@/lib/server/instance-api/route";
import { healthArea, insteadOfPages, panelArea, signInArea } from "@/lib/server/panel-api/area";
import { beginMonitoring, beginVerifying, closeDatabase, startUp } from "@/lib/server/panel-api/start-up";
import { createDoor, type Door } from "@/lib/server/door";

/** @throws Error if the panel cannot run; the message explains the cause to the operator */
export async function start(): Promise<Door> {
  await startUp();
  void beginMonitoring();
  void beginVerifying();
  return createDoor([instanceArea, healthArea, panelArea, signInArea], closeDatabase, insteadOfPages);
}
