"use client";

import { useQuery } from "@tanstack/react-query";
import { Bot } from "lucide-react";
import { Link } from "@/components/ui/link";
import { Badge } from "@/components/ui/badge";
import { buttonVariants } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Moment } from "@/components/ui/moment";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import type { PanelApplication } from "@/lib/shared/contract/provisioning";
import { applicationsQuery } from "../queries/applications";
import { IdCell } from "../id-cell";

export function ApplicationTable({ initial }: { initial: PanelApplication[] }) {
  const { data } = useQuery({ ...applicationsQuery(), initialData: initial });
  if (data.length === 0) {
    return (
      <EmptyState
        icon={<Bot />}
        title="No applications yet"
        text="An application owns a bot. Creating one, its bot and its place in a guild takes four short steps."
        action={
          <Link href="/applications/new" className={buttonVariants({ variant: "primary" })}>
            Create application
          </Link>
        }
      />
    );
  }
  return (
    <Table label="Applications">
      <TableHeader>
        <tr>
          <TableHead>Name</TableHead>
          <TableHead>Id</TableHead>
          <TableHead>Bot</TableHead>
          <TableHead>Created</TableHead>
          <TableHead>
            <span className="sr-only">Actions</span>
          </TableHead>
        </tr>
      </TableHeader>
      <TableBody>
        {data.map((application) => (
          <TableRow key={application.id}>
            <TableCell className="font-medium break-words">{application.name}</TableCell>
            <IdCell id={application.id} />
            <TableCell>{application.bot ? <Badge tone="success">Bot</Badge> : <Badge>None</Badge>}</TableCell>
            <TableCell name="Created" className="text-sm text-muted-foreground">
              <Moment at={application.createdAt} />
            </TableCell>
            <TableCell className="sm:text-right">
              <Link
                href={`/applications/new?application=${application.id}`}
                className={buttonVariants({ size: "sm" })}
                aria-label={
                  application.bot ? `Authorize ${application.name}` : `Create the bot of ${application.name}`
                }
              >
                {application.bot ? "Authorize" : "Create bot"}
              </Link>
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
