"use client";

import { useQuery } from "@tanstack/react-query";
import { Users } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/empty-state";
import { Moment } from "@/components/ui/moment";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import type { PanelGuild } from "@/lib/shared/contract/provisioning";
import { guildsQuery } from "../queries/guilds";
import { IdCell } from "../id-cell";

export function GuildTable({ initial }: { initial: PanelGuild[] }) {
  const { data } = useQuery({ ...guildsQuery(), initialData: initial });
  if (data.length === 0) {
    return (
      <EmptyState
        icon={<Users />}
        title="No guilds yet"
        text="A guild is where people and bots meet. Create one to add bots to it."
      />
    );
  }
  return (
    <Table label="Guilds">
      <TableHeader>
        <tr>
          <TableHead>Name</TableHead>
          <TableHead>Id</TableHead>
          <TableHead>Owner</TableHead>
          <TableHead className="text-right">Members</TableHead>
          <TableHead>Created</TableHead>
        </tr>
      </TableHeader>
      <TableBody>
        {data.map((guild) => (
          <TableRow key={guild.id}>
            <TableCell className="font-medium">
              <span className="inline-flex flex-wrap items-center gap-2 break-words">
                {guild.name}
                {guild.manageable ? <Badge tone="accent">You may manage it</Badge> : null}
              </span>
            </TableCell>
            <IdCell id={guild.id} />
            <TableCell name="Owner">{guild.owner.username}</TableCell>
            <TableCell name="Members" className="tabular-nums sm:text-right">
              {guild.memberCount.toLocaleString("en")}
            </TableCell>
            <TableCell name="Created" className="text-sm text-muted-foreground">
              <Moment at={guild.createdAt} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
