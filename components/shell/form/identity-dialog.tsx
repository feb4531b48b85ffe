"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import * as z from "zod/mini";
import { call } from "@/components/shell/queries/call";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { codeField } from "./code-field";
import { textField } from "./dialog-fields";
import { FormDialog } from "./form-dialog";
import { settle } from "./identity";
import { askForPasskey } from "./passkey";

const password = textField(
  { label: "Your password" },
  z.string().check(z.minLength(1, "Enter your password.")),
  { type: "password", autoComplete: "current-password" },
);
const code = codeField({
  label: "Code",
  help: "From your authenticator, or one of your recovery codes.",
});

/** Asks operators to prove who they are before a dangerous request. */
export function IdentityDialog({ open }: { open: boolean }) {
  const { data: factors } = useQuery({
    queryKey: ["factors"],
    queryFn: ({ signal }) => call("GET /account/factors", { signal }),
    enabled: open,
  });
  const hasPasskey = (factors?.passkeys.length ?? 0) > 0;
  const hasFactor = hasPasskey || (factors !== undefined && factors.appSince !== null);
  async function prove(body: { password: string } | { password: string; code: string }): Promise<void> {
    await call("POST /account/proof", { body });
    settle(true);
  }
  const words = {
    open,
    onOpenChange: (isOpen: boolean) => isOpen || settle(false),
    title: "Confirm it’s you",
    description: "This action is sensitive. After you confirm, the panel does not ask again for ten minutes.",
    action: "Confirm",
  };
  return hasFactor ? (
    <FormDialog {...words} fields={{ password, code }} request={prove}>
      {hasPasskey ? <PasskeyProof /> : null}
    </FormDialog>
  ) : (
    <FormDialog key="password" {...words} fields={{ password }} request={prove} />
  );
}

function PasskeyProof() {
  const passkey = useMutation({
    async mutationFn() {
      const answer = await askForPasskey(await call("POST /account/proof/options"));
      await call("POST /account/proof", { body: { passkey: answer } });
    },
    onSuccess: () => settle(true),
  });
  return (
    <>
      {passkey.error ? (
        <Callout tone="danger" role="alert">
          {passkey.error.message}
        </Callout>
      ) : null}
      <Button variant="primary" busy={passkey.isPending} onClick={() => passkey.mutate()}>
        <KeyRound aria-hidden="true" />
        Use a passkey
      </Button>
    </>
  );
}
