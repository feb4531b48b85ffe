import { sendJson } from "./http";
import type { PanelOperator } from "./operators";

/** Lets an operator sign in or no longer. @throws RequestError 409 when nobody could sign in any more */
export const setOperatorDisabled = ({ id, disabled }: { id: number; disabled: boolean }) =>
  sendJson<PanelOperator>("PATCH", `/api/panel/operators/${id}`, { disabled });
