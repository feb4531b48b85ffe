import { sendJson } from "@/components/shell/queries/http";
import type { PanelOperator } from "./operators";

/** @throws RequestError 409 when the user name is taken, 422 with `problems` */
export const createOperator = (input: { username: string; password: string }) =>
  sendJson<PanelOperator>("POST", "/api/panel/operators", input);
