import { sendJson } from "@/components/shell/queries/http";
import type { PanelOperator } from "./operators";

/** Enables or disables an operator's sign-in. @throws RequestError 409 when no operator could sign in any more */
export const setOperatorDisabled = ({ id, disabled }: { id: number; disabled: boolean }) =>
  sendJson<PanelOperator>("PATCH", `/api/panel/operators/${id}`, { disabled });
