import * as z from "zod/mini";
import type { InstanceAccess } from "./instance-access";
import { askInstance, isNotOffered } from "./instance-request";

const listed = z.array(z.object({ id: z.string(), name: z.string(), bot: z.nullish(z.object({})) }));

export interface ListedApplication {
  id: string;
  name: string;
  hasBot: boolean;
}

/**
 * The account's applications from `GET /applications`; null when the instance does not list them.
 * @throws InstanceError
 */
export async function instanceApplications(access: InstanceAccess): Promise<ListedApplication[] | null> {
  try {
    const answer = listed.safeParse(await askInstance(access, "/applications", { method: "GET" }));
    return answer.data?.map(({ id, name, bot }) => ({ id, name, hasBot: bot != null })) ?? null;
  } catch (error) {
    if (isNotOffered(error)) return null;
    throw error;
  }
}
