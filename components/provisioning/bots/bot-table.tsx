import { Table, TableHead, TableHeader } from "@/components/ui/table";
import type { BotPage } from "@/lib/shared/contract/bots";
import { BotRows } from "./bot-rows";

/** Bots, as many pages as were loaded. Its columns keep their widths when another page comes. */
export function BotTable({ pages, countsGuilds }: { pages: readonly BotPage[]; countsGuilds: boolean }) {
  return (
    <Table label="Bots" className="table-fixed">
      <TableHeader>
        <tr>
          <TableHead>Name</TableHead>
          <TableHead className="w-1/5">Owner</TableHead>
          {countsGuilds ? (
            <TableHead className="w-24 text-right">Guilds</TableHead>
          ) : (
            <TableHead className="w-40">Who may add it</TableHead>
          )}
          <TableHead className="w-56">Created</TableHead>
        </tr>
      </TableHeader>
      {pages.map(({ bots }) => (
        <BotRows key={bots[0]?.id} bots={bots} />
      ))}
    </Table>
  );
}
