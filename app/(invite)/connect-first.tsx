import type { ReactNode } from "react";
import { InviteRefused } from "@/components/provisioning/invite/invite-outcome";
import { ReloadOnAccount } from "@/components/provisioning/invite/invite-view";
import { AccountGate } from "@/components/provisioning/account/account-gate";
import { InstanceProvider } from "@/components/provisioning/account/instance-provider";
import { core } from "@/lib/core";
import type { Session } from "@/lib/server/operators";
import type { InstanceView } from "@/lib/shared/contract/instance";

interface ConnectFirstProps {
  session: Session;
  why: string;
  children?: ReactNode;
}

/** Reads the account again, because the instance may have rejected its token since. */
export async function ConnectFirst({ session, why, children }: ConnectFirstProps) {
  const view = await core().panel.sessionInstances.view(session);
  if (lacksUser(view)) return <InviteRefused refusal={{ reason: "no-user" }} />;
  return (
    <InstanceProvider key={view.account?.id} initial={view}>
      <ReloadOnAccount>
        <AccountGate why={why}>{children}</AccountGate>
      </ReloadOnAccount>
    </InstanceProvider>
  );
}

const lacksUser = ({ mode, account }: InstanceView) => mode === "standalone" && account === null;

/** Returns null if `ConnectFirst` shows why there is nothing to read yet. */
export async function unlessToConnect<T>(view: InstanceView, read: () => Promise<T>): Promise<T | null> {
  if (view.mode === "open" || lacksUser(view)) return null;
  try {
    return await read();
  } catch (error) {
    if (core().errorCode(error) === "account-required") return null;
    throw error;
  }
}
