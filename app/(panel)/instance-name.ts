import { instanceNow } from "./file-now";

export async function instanceName(): Promise<string> {
  const { name, url } = await instanceNow();
  return name ?? (url === null ? "Instance Admin" : new URL(url).host);
}
