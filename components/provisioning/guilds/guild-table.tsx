"use client";

import { Users } from "lucide-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { nameOf } from "@/components/shell/form/checks";
import { textField } from "@/components/shell/form/dialog-fields";
import { FormDialog, useOpenDialog } from "@/components/shell/form/form-dialog";
import { PagedList, useSearch } from "@/components/shell/paged-list";
import { useActionRefusal } from "@/components/shell/standing";
import { beginsWith } from "@/components/shell/queries/pages";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Moment } from "@/components/ui/moment";
import { RowLink } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/loading";
import { Table, TableBody, TableCell, TableRow } from "@/components/ui/table";
import type { GuildPage } from "@/lib/shared/contract/guilds";
import { isNotOffered } from "../account/failure";
import { useInstance } from "../account/instance-provider";
import { allGuilds, createGuild, guildPagesQuery } from "../queries/guilds";

export function GuildTable({ initial }: { initial?: GuildPage }) {
  const { isReady } = useInstance();
  const { typed, search } = useSearch();
  const { data, ...pages } = useInfiniteQuery({
    ...guildPagesQuery(search),
    retry: false,
    enabled: isReady,
    ...beginsWith(search === "" ? initial : undefined),
  });
  const guilds = data?.pages.flatMap((page) => page.guilds) ?? [];

  if (isNotOffered(pages.error))
    return <p className="max-w-prose text-muted-foreground">{pages.error.message}</p>;
  if (data === undefined && !pages.error)
    return (
      <div role="status" aria-label="Loading the guilds" className="flex flex-col gap-4">
        <Skeleton className="h-9 sm:max-w-96" />
        <Skeleton className="h-40" />
      </div>
    );
  if (guilds.length === 0 && typed.typed === "" && !pages.error) {
    return (
      <EmptyState
        icon={<Users />}
        title="No guilds yet"
        text="People and bots meet in guilds. Create a guild to add bots to it."
        action={<NewGuild />}
      />
    );
  }
  return (
    <PagedList
      what="guilds"
      search={{ label: "Find a guild", ...typed }}
      isEmpty={guilds.length === 0}
      none={`No guild's name begins with “${search}”.`}
      pages={pages}
    >
      <Table label="Guilds" head={["Name", "Owner", { name: "Members", className: "text-right" }, "Created"]}>
        <TableBody>
          {guilds.map((guild) => (
            <TableRow key={guild.id} className="relative">
              <TableCell className="font-medium">
                <span className="inline-flex flex-wrap items-center gap-2 wrap-anywhere">
                  <RowLink href={`/guilds/${guild.id}`}>{guild.name}</RowLink>
                  {guild.manageable ? <Badge tone="accent">You can manage it</Badge> : null}
                </span>
              </TableCell>
              <TableCell name="Owner" className="wrap-anywhere">
                {guild.owner?.username ?? <NotReported />}
              </TableCell>
              <TableCell name="Members" className="tabular-nums sm:text-right">
                {guild.memberCount?.toLocaleString("en") ?? <NotReported />}
              </TableCell>
              <TableCell name="Created" className="text-sm text-muted-foreground">
                <Moment at={guild.createdAt} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </PagedList>
  );
}

const NotReported = () => <span className="text-muted-foreground">Not reported</span>;

export function NewGuild() {
  const dialog = useOpenDialog();
  const isRefused = useActionRefusal() !== null;
  return isRefused ? null : (
    <FormDialog
      {...dialog}
      trigger={<Button variant="primary">Create guild</Button>}
      title="Create guild"
      description="You become its owner."
      action="Create guild"
      fields={{ name: textField({ label: "Guild name" }, nameOf(2, 100)) }}
      request={({ name }) => createGuild(name)}
      changes={allGuilds}
      done={({ name }) => `Guild ${name} created`}
    />
  );
}
