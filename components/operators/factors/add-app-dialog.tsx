"use client";

import { codeField } from "@/components/shell/form/dialog-fields";
import { FormDialog } from "@/components/shell/form/form-dialog";
import { CopyButton } from "@/components/ui/copy-button";
import type { TotpToAdd } from "@/lib/shared/contract/factors";
import { addTotp } from "../queries/account";

interface AddAppDialogProps {
  asked: TotpToAdd;
  onClose: () => void;
  /** @param codes the recovery codes if this is the operator's first factor, otherwise null */
  onAdded: (codes: string[] | null) => void;
}

const first = codeField({ label: "Code from the authenticator" });

/** Shows the key for an authenticator app and asks for the first code of the app. */
export function AddAppDialog({ asked: { key, qr, setup }, onClose, onAdded }: AddAppDialogProps) {
  return (
    <FormDialog
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      title="Set up an authenticator"
      description="Scan the QR code with the authenticator, or type in the key. Then enter the code that the authenticator shows. Your other sessions end."
      action="Add authenticator"
      fields={{ first }}
      request={(values) => addTotp({ setup, first: values.first })}
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
