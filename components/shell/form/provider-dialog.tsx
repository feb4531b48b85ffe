"use client";

import { ConfirmDialog } from "@/components/ui/alert-dialog";
import { settle } from "./identity";

/** Operators without a password in this panel confirm their identity at the sign-in provider. */
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
        // `login` makes the provider ask for credentials even if the operator is signed in there.
        await signIn("oidc", { callbackUrl: pathname + search }, { prompt: "login" });
      }}
    />
  );
}
