import "server-only";
import { log } from "@/lib/log";
import { processSingleton } from "@/lib/process-singleton";
import { Repeats } from "@/lib/repeats";
import { countSecurityEvent } from "./metrics";
import type { Visit } from "./visit";

/** Events for responses whose handler recorded none, by status. */
const BY_STATUS: Readonly<Record<number, string>> = {
  401: "unauthenticated",
  403: "forbidden",
  429: "rate-limited",
};

/** Maximum number of pairs of event and address that are logged separately within a minute. */
const MOST_COUNTED = 100;

/** Fields of the log line, as documented in docs/operations.md. */
interface SecurityEvent {
  securityEvent: string;
  /** Null if events of many addresses are counted together. */
  address: string | null;
  account: string | null;
}

const repeats = () =>
  processSingleton(
    "security-events",
    () =>
      new Repeats<SecurityEvent>(MOST_COUNTED, ({ first, count, names }) => {
        const { securityEvent, address } = first;
        log().warn({ securityEvent, address, accounts: names, repeats: count }, "security event repeated");
      }),
  );

/** Logs and counts a request that was refused. Does nothing for other requests. */
export async function reportSecurityEvent(visit: Visit, status: number, route: string): Promise<void> {
  const { context, method } = visit;
  const event = context.security.event ?? BY_STATUS[status];
  if (event === undefined) return;
  countSecurityEvent(event);
  const address = await context.clientAddress();
  const { account } = context.security;
  const shared = { securityEvent: event, address: null, account: null };
  const first = repeats().add(
    `${event} ${address}`,
    { securityEvent: event, address, account: account ?? null },
    account,
    { kind: event, event: shared },
  );
  if (first) log().warn({ ...first, requestId: context.id, method, route, status }, "security event");
}
