import { call } from "@/components/shell/queries/call";

/**
 * Lets the file continue another history of the database, or begin a new one.
 * @param history null: a new one
 * @throws RequestError 404; 409 while an apply is in progress
 */
export const chooseHistory = (history: number | null) =>
  call("POST /config/histories", { body: { history } });
