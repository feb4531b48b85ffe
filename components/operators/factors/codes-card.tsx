"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmButton } from "@/components/shell/form/confirm-button";
import { codeField } from "@/components/shell/form/dialog-fields";
import { FormDialog } from "@/components/shell/form/form-dialog";
import { useChange } from "@/components/shell/form/use-change";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardFooter } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { Moment } from "@/components/ui/moment";
import type { Factors, TotpToAdd } from "@/lib/shared/contract/factors";
import { addTotp, factorsQuery, makeRecoveryCodes, removeTotp, totpToAdd } from "../queries/account";
import { RecoveryCodesDialog } from "./recovery-codes-dialog";

export function CodesCard({ initial }: { initial: Factors }) {
  const { appSince, recoveryCodes, passkeys } = useQuery({ ...factorsQuery(), initialData: initial }).data;
  const [newTotp, setNewTotp] = useState<TotpToAdd | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const begin = useChange({ request: totpToAdd, onDone: setNewTotp, failed: "No authenticator was added" });
  const hasFactor = appSince !== null || passkeys.length > 0;
  return (
    <Card
      title={<>Authenticator {appSince === null ? null : <Badge tone="success">On</Badge>}</>}
      description={
        appSince === null ? (
          "Your phone shows a code that you enter after your password."
        ) : (
          <>
            Your password signs you in only with a code from the authenticator. Set up{" "}
            <Moment at={appSince} />.
          </>
        )
      }
    >
      <CardFooter className="gap-3">
        {appSince === null ? (
          <Button busy={begin.isPending} onClick={() => begin.mutate()}>
            Set up authenticator…
          </Button>
        ) : (
          <ConfirmButton
            title="Remove the authenticator?"
            description="Its codes stop working, and your other sessions end."
            confirmLabel="Remove authenticator"
            request={removeTotp}
            done={() => "Authenticator removed"}
            failed="The authenticator was not removed"
            changes={factorsQuery()}
          >
            Remove authenticator…
          </ConfirmButton>
        )}
        {hasFactor ? (
          <>
            <ConfirmButton
              title="Create new recovery codes?"
              description="The earlier codes stop working."
              confirmLabel="Create new codes"
              tone="neutral"
              request={makeRecoveryCodes}
              onDone={({ codes: newCodes }) => setCodes(newCodes)}
              failed="No codes were created"
              changes={factorsQuery()}
            >
              New recovery codes…
            </ConfirmButton>
            <p className="text-sm text-muted-foreground">
              {recoveryCodes === 1 ? "1 recovery code is left." : `${recoveryCodes} recovery codes are left.`}
            </p>
          </>
        ) : null}
      </CardFooter>
      {newTotp ? <AddAppDialog totp={newTotp} onClose={() => setNewTotp(null)} onAdded={setCodes} /> : null}
      <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />
    </Card>
  );
}

interface AddAppDialogProps {
  totp: TotpToAdd;
  onClose: () => void;
  /** @param codes the recovery codes if this is the operator's first factor, otherwise null */
  onAdded: (codes: string[] | null) => void;
}

const first = codeField({ label: "Code from the authenticator" });

function AddAppDialog({ totp: { key, qr, setup }, onClose, onAdded }: AddAppDialogProps) {
  return (
    <FormDialog
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      title="Set up an authenticator"
      description="Scan the QR code with the authenticator, or type in the key. Then enter the code that the authenticator shows. Your other sessions end."
      action="Add authenticator"
      fields={{ first }}
      request={(values) => addTotp({ setup, first: values.first })}
      changes={factorsQuery()}
      done={({ recoveryCodes }) => (recoveryCodes ? null : "Authenticator added")}
      onDone={({ recoveryCodes }) => onAdded(recoveryCodes)}
    >
      <svg
        role="img"
        aria-label="QR code with the key"
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        shapeRendering="crispEdges"
        className="size-48 self-center rounded-lg bg-white text-black"
      >
        <path d={qr.path} fill="currentColor" />
      </svg>
      <div className="flex flex-wrap items-center gap-2">
        <span className="text-sm text-muted-foreground">Key</span>
        <code className="font-mono break-all">{key.replace(/.{4}(?=.)/g, "$& ")}</code>
        <CopyButton value={key} label="Copy key" />
      </div>
    </FormDialog>
  );
}
