import { requireSession } from "@/app/session";
import { core } from "@/lib/core";

/** The name at the end of every window's title. */
export async function instanceName(): Promise<string> {
  const { name, url } = await core().panel.sessionInstances.view(await requireSession());
  return name ?? (url === null ? "Instance Admin" : new URL(url).host);
}
