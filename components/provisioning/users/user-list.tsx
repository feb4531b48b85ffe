"use client";

import { useRouter } from "next/navigation";
import { useInfiniteQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import { textField } from "@/components/shell/form/dialog-fields";
import { FormDialog } from "@/components/shell/form/form-dialog";
import { PagedList, useSearch } from "@/components/shell/paged-list";
import { beginsWith } from "@/components/shell/queries/pages";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Moment } from "@/components/ui/moment";
import { RowLink } from "@/components/ui/link";
import { Table, TableBody, TableCell, TableRow } from "@/components/ui/table";
import { bitsOf, hasBit } from "@/lib/shared/chat/bits";
import type { PanelUser, UserPage } from "@/lib/shared/contract/users";
import { allUsers, createUser, usersQuery } from "../queries/users";

export function UserList({ initial }: { initial: UserPage }) {
  const { typed, search } = useSearch();
  const { data, ...pages } = useInfiniteQuery({
    ...usersQuery(search),
    ...beginsWith(search === "" ? initial : undefined),
  });
  const users = data?.pages.flatMap((page) => page.users) ?? [];
  return (
    <PagedList
      what="users"
      search={{ label: "Find a user", ...typed }}
      isEmpty={users.length === 0}
      none={`No user's name begins with “${search}”.`}
      pages={pages}
    >
      <Table label="Users" head={["Name", "Id", { name: "Guilds", className: "text-right" }, "Created"]}>
        <TableBody>
          {users.map((user) => (
            <UserRow key={user.id} user={user} />
          ))}
        </TableBody>
      </Table>
    </PagedList>
  );
}

function UserRow({ user }: { user: PanelUser }) {
  return (
    <TableRow className="relative">
      <TableCell className="font-medium">
        <span className="inline-flex flex-wrap items-center gap-2 wrap-anywhere">
          <RowLink href={`/users/${user.id}`}>{user.username}</RowLink>
          <UserBadges user={user} />
        </span>
      </TableCell>
      <TableCell className="whitespace-nowrap">
        <code className="text-xs">{user.id}</code>
      </TableCell>
      <TableCell name="Guilds" className="tabular-nums sm:text-right">
        {user.guildCount?.toLocaleString("en")}
      </TableCell>
      <TableCell name="Created" className="text-sm text-muted-foreground">
        <Moment at={user.createdAt} />
      </TableCell>
    </TableRow>
  );
}

export function UserBadges({ user }: { user: PanelUser }) {
  return (
    <>
      {user.isSelf ? <Badge tone="accent">You</Badge> : null}
      {user.operator && !user.isSelf ? <Badge>Signs in here</Badge> : null}
      {user.rights !== null && isOperatorOf(user.rights) ? <Badge tone="danger">Operator right</Badge> : null}
      {user.disabled ? <Badge tone="warning">Disabled</Badge> : null}
    </>
  );
}

/** The bit of the OPERATOR right, which includes every other right. */
export const OPERATOR_BIT = 0;

/** @param rights a decimal number */
export const isOperatorOf = (rights: string): boolean => hasBit(bitsOf(rights) ?? 0n, OPERATOR_BIT);

const username = textField(
  { label: "Username" },
  z.string().check(z.trim(), z.minLength(1, "Enter a username.")),
);

export function NewUser() {
  const router = useRouter();
  return (
    <FormDialog
      trigger={<Button variant="primary">Create user</Button>}
      title="Create user"
      description="An account of this instance, with the default rights. The user has no password, and acts through tokens that you create."
      action="Create user"
      fields={{ username }}
      request={({ username }) => createUser(username)}
      changes={allUsers}
      done={({ username }) => `User ${username} created`}
      onDone={({ id }) => router.push(`/users/${id}`)}
    />
  );
}
