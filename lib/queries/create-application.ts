import type { NamedUser } from "@/lib/directory/types";
import { postToInstance } from "./instance-api";

export interface CreatedApplication {
  id: string;
  name: string;
  /** Present when the instance makes bots by itself (`general.autoCreateBotUsers`). */
  bot?: NamedUser;
}

/** `POST /applications` (specification 4.1). */
export const createApplication = (name: string) =>
  postToInstance<CreatedApplication>("/applications", { name });
