import "server-only";
import { countNames } from "@/lib/shared/contract/values";
import type { CountName } from "@/lib/shared/contract/watch";
import { isObject, parsedJson } from "@/lib/shared/json/value";
import { Trail } from "@/lib/server/checks/trail";
import { endpointOf } from "@/lib/server/checks/endpoints";
import { exchange, readBody } from "@/lib/server/checks/http";
import { PROBE_LIMIT } from "@/lib/server/checks/probes";

export type Counts = Partial<Record<CountName, number>>;

const LARGEST_ANSWER_BYTES = 16 * 1024;

/** The names of the counts in the instance's answer. */
const keys: Readonly<Record<CountName, string>> = { users: "user", guilds: "guild", messages: "message" };

/**
 * The token's account needs the right to view the counts.
 * @param api the address of the instance's API, including the version
 */
export async function askCounts(
  api: string,
  token: string,
  { allow, signal }: { allow: readonly string[]; signal: AbortSignal },
): Promise<Counts> {
  const url = new URL(`${api}/policies/stats`);
  const trail = new Trail(signal, PROBE_LIMIT);
  let counts: Counts = {};
  await trail.follow(async () => {
    counts = await exchange(trail, url, {
      permit: { saved: [endpointOf(url)], allow },
      name: "Counts",
      request: { headers: { authorization: token } },
      async read({ status, answer }) {
        const body = await readBody(answer, LARGEST_ANSWER_BYTES);
        return status === 200 ? countsIn(body.toString("utf8")) : {};
      },
      describe: () => "The instance reports its counts.",
    });
  });
  return counts;
}

/** Ignores values that are not whole numbers. */
export function countsIn(text: string): Counts {
  const answer = parsedJson(text);
  const counts = isObject(answer) ? answer.counts : undefined;
  if (!isObject(counts)) return {};
  const counted = countNames.flatMap((name) => {
    const value = counts[keys[name]];
    return Number.isSafeInteger(value) && (value as number) >= 0 ? [[name, value]] : [];
  });
  return Object.fromEntries(counted) as Counts;
}
