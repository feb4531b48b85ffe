"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { nameOf } from "@/components/shell/form/checks";
import { ConfirmButton } from "@/components/shell/form/confirm-button";
import { textField } from "@/components/shell/form/dialog-fields";
import { FormDialog } from "@/components/shell/form/form-dialog";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardFooter } from "@/components/ui/card";
import { Moment } from "@/components/ui/moment";
import type { Factors, Passkey } from "@/lib/shared/contract/factors";
import { addPasskey, factorsQuery, removePasskey } from "../queries/account";
import { RecoveryCodesDialog } from "./recovery-codes-dialog";

export function PasskeysCard({ initial }: { initial: Factors }) {
  const [codes, setCodes] = useState<string[] | null>(null);
  const { passkeys, whyNoPasskeys } = useQuery({ ...factorsQuery(), initialData: initial }).data;
  return (
    <Card
      title={<>Passkeys {passkeys.length > 0 ? <Badge>{passkeys.length}</Badge> : null}</>}
      description="Sign in with a fingerprint, a face, a PIN or a security key. With a passkey, your password alone no longer signs you in."
    >
      {passkeys.length > 0 ? (
        <CardContent inset="tight">
          <ul className="divide-y">
            {passkeys.map((passkey) => (
              <PasskeyRow key={passkey.id} passkey={passkey} isLast={passkeys.length === 1} />
            ))}
          </ul>
        </CardContent>
      ) : null}
      <CardFooter className="flex flex-wrap items-center gap-3">
        <AddPasskey disabled={whyNoPasskeys !== null} onCodes={setCodes} />
        {whyNoPasskeys === null ? null : <p className="text-sm text-muted-foreground">{whyNoPasskeys}</p>}
      </CardFooter>
      <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />
    </Card>
  );
}

function PasskeyRow({ passkey, isLast }: { passkey: Passkey; isLast: boolean }) {
  const { id, name, createdAt, lastUsedAt } = passkey;
  return (
    <li className="flex items-center justify-between gap-4 py-3">
      <div className="flex min-w-0 items-start gap-3">
        <KeyRound aria-hidden="true" className="mt-1 size-4 shrink-0 text-muted-foreground" />
        <div className="flex min-w-0 flex-col gap-1">
          <span className="font-medium break-words">{name}</span>
          <span className="flex flex-wrap gap-x-4 text-sm text-muted-foreground">
            <span>
              Added <Moment at={createdAt} />
            </span>
            <span>
              {lastUsedAt === null ? (
                "Never used"
              ) : (
                <>
                  Last used <Moment at={lastUsedAt} />
                </>
              )}
            </span>
          </span>
        </div>
      </div>
      <ConfirmButton
        size="sm"
        title={`Remove the passkey ${name}?`}
        description={`You can no longer sign in with it, and your other sessions end.${isLast ? " This is your last passkey." : ""}`}
        confirmLabel="Remove passkey"
        request={() => removePasskey(id)}
        done={() => `Passkey ${name} removed`}
        failed="The passkey was not removed"
        changes={factorsQuery()}
      >
        Remove<span className="sr-only"> passkey {name}</span>
      </ConfirmButton>
    </li>
  );
}

const name = textField(
  { label: "Name", help: "Where the passkey is stored, so that you can recognize it later." },
  nameOf(1, 60),
  { placeholder: "Work laptop" },
);

function AddPasskey({ disabled, onCodes }: { disabled: boolean; onCodes: (codes: string[]) => void }) {
  return (
    <FormDialog
      trigger={<Button disabled={disabled}>Add passkey…</Button>}
      title="Add a passkey"
      description="Your browser asks where to store the passkey. Your other sessions end."
      action="Add passkey"
      fields={{ name }}
      request={(values) => addPasskey(values.name)}
      changes={factorsQuery()}
      done={({ passkey, recoveryCodes }) => (recoveryCodes ? null : `Passkey ${passkey.name} added`)}
      onDone={({ recoveryCodes }) => {
        if (recoveryCodes) onCodes(recoveryCodes);
      }}
    />
  );
}
