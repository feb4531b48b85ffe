import type { RunningReport } from "@/lib/shared/contract/running";
import { sendJson } from "@/components/shell/queries/http";

/** Records that the instance was restarted (`POST /api/panel/running/restarted`). @throws RequestError */
export const markRestarted = (): Promise<RunningReport> =>
  sendJson<RunningReport>("POST", "/api/panel/running/restarted", {});
