import { panelMark } from "@/lib/shared/panel-mark";

/** A response as the panel sends it, for tests that replace `fetch`. */
export const panelAnswer = (body: unknown = {}, init: ResponseInit = {}): Response =>
  Response.json(body, { ...init, headers: { [panelMark]: "1", ...init.headers } });
