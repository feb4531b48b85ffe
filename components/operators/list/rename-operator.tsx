"use client";

import { username } from "@/components/shell/form/checks";
import { textField } from "@/components/shell/form/dialog-fields";
import { FormDialog } from "@/components/shell/form/form-dialog";
import type { PanelOperator } from "@/lib/shared/contract/operators";
import { changeOperator, operatorsQuery } from "../queries/operators";

export function RenameOperator({ operator, onClose }: { operator: PanelOperator; onClose: () => void }) {
  const { id, username: initial } = operator;
  return (
    <FormDialog
      startsOpen
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      title={`Rename ${initial}?`}
      description={`${initial} signs in with the new username from now on. The history and the audit log keep the earlier name.`}
      action="Rename operator"
      fields={{ username: textField({ label: "Username" }, username, { initial, autoCapitalize: "none" }) }}
      request={(values) => changeOperator({ id, ...values })}
      changes={operatorsQuery()}
      done={(renamed) => `${initial} is now ${renamed.username}`}
    />
  );
}
