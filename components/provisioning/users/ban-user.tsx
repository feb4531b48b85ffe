"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import * as z from "zod/mini";
import { textField, typedNameField } from "@/components/shell/form/dialog-fields";
import { FormDialog } from "@/components/shell/form/form-dialog";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import type { UserDetail } from "@/lib/shared/contract/users";
import { useInstance } from "../account/instance-provider";
import { allUsers, banUser } from "../queries/users";

const reason = textField(
  { label: "Reason", help: "Optional. Stored by the instance." },
  z.string().check(z.maxLength(400, "Use at most 400 characters.")),
);

/** Deletes and bans a user. If the panel cannot do so, explains what is missing. */
export function BanUser({ user }: { user: UserDetail }) {
  const { lacks } = useInstance();
  const noBans = lacks("userBans");
  return (
    <Card>
      <CardHeader>
        <CardTitle>Delete and ban</CardTitle>
        <CardDescription>
          {noBans ?? "Deletes the account and all of its data, and bans its owner from the instance."}
        </CardDescription>
      </CardHeader>
      {noBans === null ? (
        <CardContent>
          <BanDialog user={user} />
        </CardContent>
      ) : null}
    </Card>
  );
}

function BanDialog({ user }: { user: UserDetail }) {
  const client = useQueryClient();
  const router = useRouter();
  return (
    <FormDialog
      trigger={<Button variant="danger">Delete and ban…</Button>}
      title={`Delete and ban ${user.username}?`}
      description="The account, its messages and its memberships are deleted. This cannot be undone."
      action="Delete and ban"
      tone="danger"
      fields={{ name: typedNameField(user.username), reason }}
      request={({ reason }) => banUser(user.id, reason)}
      done={() => `${user.username} deleted and banned`}
      onDone={() => {
        router.push("/users");
        client.removeQueries(allUsers);
      }}
    />
  );
}
