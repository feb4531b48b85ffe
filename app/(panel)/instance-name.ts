import { instanceNow } from "./file-now";

/** The name at the end of every window's title. */
export async function instanceName(): Promise<string> {
  const { name, url } = await instanceNow();
  return name ?? (url === null ? "Instance Admin" : new URL(url).host);
}
