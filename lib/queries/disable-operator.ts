import { sendJson } from "./http";
import type { PanelOperator } from "./operators";

/** @throws RequestError 409 when nobody could sign in any more */
export const disableOperator = ({ id, disabled }: { id: number; disabled: boolean }) =>
  sendJson<PanelOperator>("PATCH", `/api/panel/operators/${id}`, { disabled });
