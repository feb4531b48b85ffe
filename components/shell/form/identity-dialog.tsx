"use client";

import * as z from "zod/mini";
import { call } from "@/components/shell/queries/call";
import { textField } from "./dialog-fields";
import { FormDialog } from "./form-dialog";
import { settle } from "./identity";

const password = textField(
  { label: "Your password" },
  z.string().check(z.minLength(1, "Enter your password.")),
  { type: "password", autoComplete: "current-password" },
);

/** The one place that asks for the operator's password before something dangerous. */
export function IdentityDialog({ open }: { open: boolean }) {
  return (
    <FormDialog
      open={open}
      onOpenChange={(isOpen) => isOpen || settle(false)}
      title="Confirm it’s you"
      description="This action is sensitive. After you enter your password, the panel does not ask again for ten minutes."
      action="Confirm"
      fields={{ password }}
      request={async (body) => {
        await call("POST /account/proof", { body });
        settle(true);
      }}
    />
  );
}
