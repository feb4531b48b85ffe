import "server-only";
import { env } from "@/lib/env";
import { USER_AGENT } from "@/lib/request-headers";
import { readBody } from "@/lib/server/checks/http";
import { configFile } from "@/lib/server/config-file";
import { panelSettings } from "@/lib/panel-settings";

const timeoutMs = 5_000;
const largestAnswerBytes = 1024 * 1024;

export interface InstanceAnswer {
  status: number;
  bytes: Buffer;
}

/**
 * Sends a request from the panel to the instance, without following redirects.
 * @param path the path after the API's version, such as `/policies/instance`
 * @returns null if the instance does not answer in time, or if the answer exceeds 1 MiB
 */
export async function askInstance(
  path: string,
  { token, method = "GET", signal }: { token?: string; method?: "GET" | "POST"; signal?: AbortSignal } = {},
): Promise<InstanceAnswer | null> {
  const { instanceApiUrl } = panelSettings();
  const { instanceApiTimeout } = env();
  if (instanceApiUrl === undefined) return null;
  const settings = await configFile()
    .settings()
    .catch(() => null);
  const limit = AbortSignal.timeout(Math.min(timeoutMs, instanceApiTimeout));
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
    const bytes = answer.body ? await readBody(answer.body, largestAnswerBytes) : Buffer.alloc(0);
    return bytes.length > largestAnswerBytes ? null : { status: answer.status, bytes };
  } catch {
    return null;
  }
}
