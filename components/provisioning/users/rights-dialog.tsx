"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { FormDialog } from "@/components/shell/form/form-dialog";
import { BitEditor } from "@/components/settings/kinds/bit-editor";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { toast } from "@/components/ui/toaster";
import { bitsOf, hasBit } from "@/lib/shared/chat/bits";
import { rightGroups } from "@/lib/shared/chat/rights";
import type { UserDetail } from "@/lib/shared/contract/users";
import { allUsers, changeUser } from "../queries/users";
import { isOperatorOf, OPERATOR_BIT } from "./rights-words";

/** Chooses a user's rights by name. Open from the start: its code is loaded by the first click. */
export function UserRightsDialog({ user }: { user: UserDetail & { rights: string } }) {
  const [open, setOpen] = useState(true);
  const [bits, setBits] = useState(bitsOf(user.rights) ?? 0n);
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: () => changeUser(user.id, { rights: bits.toString() }),
    onSuccess: async ({ username }) => {
      await client.invalidateQueries(allUsers);
      setOpen(false);
      toast.success(`Rights of ${username} saved`);
    },
  });
  const becomesOperator = hasBit(bits, OPERATOR_BIT) && !isOperatorOf(user.rights);

  return (
    <FormDialog
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        if (next) setBits(bitsOf(user.rights) ?? 0n);
        save.reset();
      }}
      trigger={<Button>Change rights</Button>}
      title={`Rights of ${user.username}`}
      description="Rights apply to the whole instance. Changes take effect immediately."
      action="Save rights"
      busy={save.isPending}
      failure={save.error?.message}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
      wide
    >
      {becomesOperator ? (
        <Callout tone="danger" role="status" title="Operator includes every right">
          {user.username} could do anything on this instance, also to you. Choose single rights where they are
          enough.
        </Callout>
      ) : null}
      <BitEditor groups={rightGroups} value={bits} onChange={setBits} searchLabel="Search rights" wide />
    </FormDialog>
  );
}
