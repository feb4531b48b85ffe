"use client";

import { ConfirmDialog } from "@/components/ui/alert-dialog";
import { settle } from "./identity";

/** Sends an operator without a password in this panel to the sign-in provider, to confirm their identity there. */
export function ProviderDialog({ open, name }: { open: boolean; name: string }) {
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(isOpen) => isOpen || settle(false)}
      title="Confirm it’s you"
      description={`This action is sensitive. Sign in at ${name} again, which leaves this page; then repeat the action. The panel does not ask again for ten minutes.`}
      confirmLabel={`Sign in with ${name}`}
      tone="neutral"
      onConfirm={async () => {
        const { signIn } = await import("next-auth/react");
        const { pathname, search } = window.location;
        // The provider asks again, even if the person is signed in there.
        await signIn("oidc", { callbackUrl: pathname + search }, { prompt: "login" });
      }}
    />
  );
}
