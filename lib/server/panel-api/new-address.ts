import "server-only";
import type { Caller, Operator } from "@/lib/server/operators";
import { notify } from "@/lib/server/monitor/notify";
import { browserName } from "@/lib/shared/browser-name";

export function notifyNewAddress({ username }: Operator, { address, userAgent }: Caller): void {
  void notify({ event: "new-address", username, address, browser: browserName(userAgent) });
}
