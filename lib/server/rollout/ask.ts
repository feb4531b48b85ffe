import "server-only";
import { env } from "@/lib/env";
import { USER_AGENT } from "@/lib/request-headers";
import { configFile } from "@/lib/server/config-file";

/** Time limit for one answer (ms), and its maximum length in bytes. */
const limitMs = 5_000;
const maxBytes = 1024 * 1024;

export interface InstanceAnswer {
  status: number;
  bytes: Buffer;
}

/**
 * Sends the panel's own request to the instance. Follows no redirects and reads at most 1 MiB.
 * @param path below the API's version: `/policies/instance`
 * @returns null without an answer of that size in time
 */
export async function askInstance(
  path: string,
  { token, method = "GET", signal }: { token?: string; method?: "GET" | "POST"; signal?: AbortSignal } = {},
): Promise<InstanceAnswer | null> {
  const { instanceApiUrl, instanceApiTimeout } = env();
  if (instanceApiUrl === undefined) return null;
  const settings = await configFile()
    .settings()
    .catch(() => null);
  const limit = AbortSignal.timeout(Math.min(limitMs, instanceApiTimeout));
  try {
    const answer = await fetch(`${instanceApiUrl}/v${settings?.get("api.defaultVersion") ?? "9"}${path}`, {
      method,
      redirect: "manual",
      cache: "no-store",
      headers: {
        accept: "application/json",
        "user-agent": USER_AGENT,
        ...(token !== undefined && { authorization: token }),
      },
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    const bytes = await bounded(answer);
    return bytes && { status: answer.status, bytes };
  } catch {
    return null;
  }
}

async function bounded({ body }: Response): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    chunks.push(chunk);
    length += chunk.byteLength;
    if (length > maxBytes) return null;
  }
  return Buffer.concat(chunks);
}
