import "server-only";
import { db } from "@/lib/server/db";
import { log } from "@/lib/log";
import { type Caller, type Operator, rememberAddress } from "@/lib/server/operators";
import { notify } from "@/lib/server/monitor/notify";
import { browserName } from "@/lib/shared/browser-name";

/** Tells people when an operator signed in from a new address. Nobody waits for it. */
export function tellNewAddress({ id, username }: Operator, { address, userAgent }: Caller): void {
  rememberAddress(db(), id, address)
    .then((isNew) =>
      isNew
        ? notify({ event: "new-address", username, address, browser: browserName(userAgent) })
        : undefined,
    )
    .catch((err: unknown) => log().warn({ err }, "an operator's address could not be remembered"));
}
