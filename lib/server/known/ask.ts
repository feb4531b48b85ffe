import "server-only";
import type { Env } from "@/lib/env";
import { USER_AGENT } from "@/lib/request-headers";
import { readBody } from "@/lib/server/checks/http";

const timeoutMs = 5_000;
const largestAnswerBytes = 1024 * 1024;

export interface InstanceAnswer {
  status: number;
  bytes: Buffer;
}

export type AskEnv = Pick<Env, "instanceApiTimeout">;

/**
 * Sends a request to the instance, without following redirects.
 * @returns null if the instance does not answer in time, or if the answer exceeds 1 MiB
 */
export async function ask(
  url: string,
  { env, token, signal }: { env: AskEnv; token?: string; signal?: AbortSignal },
): Promise<InstanceAnswer | null> {
  const limit = AbortSignal.timeout(Math.min(timeoutMs, env.instanceApiTimeout));
  try {
    const answer = await fetch(url, {
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
