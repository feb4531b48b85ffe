import { request } from "@/components/shell/queries/http";

const address = "/api/panel/config/export";

/** Where a browser downloads the file without its secrets. */
export const exportAddress = address;

/**
 * The file with its secrets (`POST /api/panel/config/export`), for saving under `filename`.
 * @throws RequestError
 */
export async function exportWithSecrets(): Promise<{ filename: string; content: Blob }> {
  const answer = await request(address, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ secrets: true }),
  });
  const named = /filename\*=UTF-8''([^;]+)/.exec(answer.headers.get("content-disposition") ?? "")?.[1];
  return { filename: decodeURIComponent(named ?? "config.json"), content: await answer.blob() };
}
