import "server-only";
import type { Env } from "@/lib/env";
import type { PartName } from "@/lib/shared/contract/watch";
import type { Settings } from "@/lib/shared/settings/values";
import type { Permit } from "@/lib/server/checks/dial";
import { endpointOf, endpointsOf } from "@/lib/server/checks/endpoints";
import { Trail } from "@/lib/server/checks/trail";

export interface ProbeEnv extends Pick<Env, "instanceApiUrl"> {
  checkAllow: readonly string[];
}

/** Permits private addresses that are in the file, INSTANCE_API_URL or CHECK_ALLOW. */
export function permitOf(settings: Settings, { instanceApiUrl, checkAllow }: ProbeEnv): Permit {
  const own = instanceApiUrl === undefined ? [] : [endpointOf(new URL(instanceApiUrl))];
  return { saved: [...endpointsOf(settings), ...own], allow: checkAllow };
}

export type ProbeName = PartName;

export interface ProbeResult {
  isUp: boolean;
  /** Milliseconds until the last step succeeded, including name resolution and TLS. Null if the part is down. */
  ms: number | null;
  /** The problem and what to do, without secrets. Set only if the part is down. */
  reason?: string;
  /** Full days until the certificate expires. Set only for connections with TLS. */
  certificateDays?: number;
  target: string;
}

export interface Probe {
  name: ProbeName;
  /** The address to probe, without secrets. */
  target: string;
  /** Ends within `PROBE_LIMIT`. Never throws because of the server's behavior. */
  run(signal: AbortSignal): Promise<ProbeResult>;
}

/** Time limit of one probe (ms). It must be far below the interval between two samples. */
export const PROBE_LIMIT = 8_000;

const DAY = 86_400_000;

export function probe(name: ProbeName, target: string, way: (trail: Trail) => Promise<void>): Probe {
  const run = async (signal: AbortSignal): Promise<ProbeResult> => {
    const trail = new Trail(signal, PROBE_LIMIT);
    const begin = performance.now();
    const steps = await trail.follow(way);
    const ms = Math.max(1, Math.round(performance.now() - begin));
    const failed = steps.find(({ ok }) => !ok);
    const { certificateEnds } = trail;
    return {
      isUp: failed === undefined,
      ms: failed === undefined ? ms : null,
      ...(failed !== undefined && { reason: failed.message }),
      ...(certificateEnds !== undefined && {
        certificateDays: Math.floor((certificateEnds - Date.now()) / DAY),
      }),
      target,
    };
  };
  return { name, target, run };
}
