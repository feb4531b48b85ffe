import type { ApplyView } from "@/lib/shared/contract/running";
import { sendJson } from "@/components/shell/queries/http";

/** Keeps a version that is not confirmed (`POST /api/panel/running/apply/:id/keep`). @throws RequestError */
export const keepApply = (id: number): Promise<ApplyView> =>
  sendJson<ApplyView>("POST", `/api/panel/running/apply/${id}/keep`, {});
