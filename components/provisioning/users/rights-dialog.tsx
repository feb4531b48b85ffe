"use client";

import * as z from "zod/mini";
import { BitEditor } from "@/components/settings/kinds/bit-editor";
import type { DialogField } from "@/components/shell/form/dialog-fields";
import { FormDialog } from "@/components/shell/form/form-dialog";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { bitsOf, hasBit } from "@/lib/shared/chat/bits";
import { rightGroups } from "@/lib/shared/chat/rights";
import type { UserDetail } from "@/lib/shared/contract/users";
import { allUsers, changeUser } from "../queries/users";
import { isOperatorOf, OPERATOR_BIT } from "./user-list";

const rightsField = ({ username, rights }: { username: string; rights: string }): DialogField<bigint> => ({
  check: z.bigint(),
  initial: bitsOf(rights) ?? 0n,
  control: ({ value, onChange }) => (
    <>
      {hasBit(value, OPERATOR_BIT) && !isOperatorOf(rights) ? (
        <Callout tone="danger" role="status" title="Operator includes every right">
          {username} could do anything on this instance, including to you. Choose individual rights if they
          are enough.
        </Callout>
      ) : null}
      <BitEditor groups={rightGroups} value={value} onChange={onChange} searchLabel="Search rights" wide />
    </>
  ),
});

/** Lets the operator choose a user's rights by name. The code is loaded on the first click. */
export function UserRightsDialog({ user }: { user: UserDetail & { rights: string } }) {
  return (
    <FormDialog
      startsOpen
      trigger={<Button>Change rights</Button>}
      title={`Rights of ${user.username}`}
      description="Rights apply to the whole instance. Changes take effect immediately."
      action="Save rights"
      wide
      fields={{ rights: rightsField(user) }}
      request={({ rights }) => changeUser(user.id, { rights: rights.toString() })}
      changes={allUsers}
      done={({ username }) => `Rights of ${username} saved`}
    />
  );
}
