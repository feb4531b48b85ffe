"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { InputProblem } from "@/lib/errors";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { call } from "../queries/call";
import { FormDialog } from "./form-dialog";
import { PasskeyButton } from "./form-parts";
import { settle } from "./identity";
import { code, password } from "./identity-fields";
import { askForPasskey } from "./passkey";

interface IdentityDialogProps {
  open: boolean;
  provider: string | null;
  consequences: readonly InputProblem[];
}

export function IdentityDialog({ open, provider, consequences }: IdentityDialogProps) {
  const warning = <Consequences consequences={consequences} />;
  return provider === null ? (
    <PasswordDialog open={open}>{warning}</PasswordDialog>
  ) : (
    <ProviderDialog open={open} name={provider}>
      {warning}
    </ProviderDialog>
  );
}

function Consequences({ consequences }: Pick<IdentityDialogProps, "consequences">) {
  if (consequences.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1 font-medium text-warning-text">
      {consequences.map(({ path, message }) => (
        <li key={path}>{message}</li>
      ))}
    </ul>
  );
}

type Proof = { password: string } | { password: string; code: string };

function PasswordDialog({ open, children }: { open: boolean; children: ReactNode }) {
  const { data: factors } = useQuery({
    queryKey: ["factors"],
    queryFn: ({ signal }) => call("GET /account/factors", { signal }),
    enabled: open,
  });
  const hasPasskey = (factors?.passkeys.length ?? 0) > 0;
  const hasFactor = hasPasskey || (factors !== undefined && factors.appSince !== null);
  return (
    <FormDialog<Proof, void>
      open={open}
      onOpenChange={(isOpen) => isOpen || settle(false)}
      title="Confirm it’s you"
      description="This action is sensitive. After you confirm, the panel does not ask again for ten minutes."
      action="Confirm"
      fields={hasFactor ? { password, code } : { password }}
      request={async (body) => {
        await call("POST /account/proof", { body });
        settle(true);
      }}
    >
      {children}
      {hasPasskey ? (
        <PasskeyButton variant="primary" request={provePasskey} onDone={() => settle(true)} />
      ) : null}
    </FormDialog>
  );
}

async function provePasskey(): Promise<void> {
  const passkey = await askForPasskey(await call("POST /account/proof/options"));
  await call("POST /account/proof", { body: { passkey } });
}

/** Operators without a password in this panel confirm their identity with their sign-in provider. */
function ProviderDialog({ open, name, children }: { open: boolean; name: string; children: ReactNode }) {
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
    >
      {children}
    </ConfirmDialog>
  );
}
