import { Badge } from "@/components/ui/badge";
import { Moment } from "@/components/ui/moment";
import { RowLink } from "@/components/ui/row-link";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import { snowflakeTime } from "@/lib/shared/chat/snowflake";
import type { InstanceBot } from "../queries/instance-bots";

export const whoMayAdd = (isPublic: boolean | null): string =>
  isPublic === null ? "Unknown" : isPublic ? "Everybody" : "Its owner";

export const createdAt = ({ id }: InstanceBot): string => new Date(snowflakeTime(id)).toISOString();

export function RemoteBotTable({ bots }: { bots: readonly InstanceBot[] }) {
  return (
    <Table label="Bots">
      <TableHeader>
        <tr>
          <TableHead>Name</TableHead>
          <TableHead>Who may add it</TableHead>
          <TableHead>Id</TableHead>
          <TableHead>Created</TableHead>
        </tr>
      </TableHeader>
      <TableBody>
        {bots.map((bot) => (
          <TableRow key={bot.id} className="relative">
            <TableCell className="font-medium">
              <span className="inline-flex flex-wrap items-center gap-2 wrap-anywhere">
                <RowLink href={`/applications/${bot.id}`}>{bot.name}</RowLink>
                {bot.hasBot ? null : <Badge tone="warning">No bot user yet</Badge>}
              </span>
            </TableCell>
            <TableCell name="Who may add it">{whoMayAdd(bot.public)}</TableCell>
            <TableCell name="Id" className="font-mono text-xs text-muted-foreground">
              {bot.id}
            </TableCell>
            <TableCell name="Created" className="text-sm text-muted-foreground">
              <Moment at={createdAt(bot)} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
