"use client";

import * as z from "zod/mini";
import { textField } from "@/components/shell/form/dialog-fields";
import { FormDialog } from "@/components/shell/form/form-dialog";
import type { PanelOperator } from "@/lib/shared/contract/operators";
import { changeOperator, operatorsQuery } from "../queries/operators";

const check = z
  .string()
  .check(
    z.trim(),
    z.minLength(2, "Use at least 2 characters."),
    z.maxLength(32, "Use at most 32 characters."),
  );

export function RenameOperator({ operator, onClose }: { operator: PanelOperator; onClose: () => void }) {
  const { id, username: initial } = operator;
  return (
    <FormDialog
      startsOpen
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      title={`Rename ${initial}?`}
      description={`${initial} signs in with the new username from now on. The history and the audit log keep the earlier name.`}
      action="Rename operator"
      fields={{ username: textField({ label: "Username" }, check, { initial, autoCapitalize: "none" }) }}
      request={({ username }) => changeOperator({ id, username })}
      changes={operatorsQuery()}
      done={({ username }) => `${initial} is now ${username}`}
    />
  );
}
