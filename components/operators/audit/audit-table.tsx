import { ScrollText } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/empty-state";
import { Moment } from "@/components/ui/moment";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import { actionWords } from "@/lib/shared/audit-actions";
import { isRefusal, reasonOf, subjectOf } from "./audit-words";
import { browserName } from "@/lib/shared/browser-name";
import type { AuditRecord } from "@/lib/shared/contract/operators";

/** The outcome, where it is not the expected one. */
function Outcome({ row }: { row: AuditRecord }) {
  if (row.outcome === "failed" && !isRefusal(row)) return <Badge tone="danger">Failed</Badge>;
  if (row.outcome === "begun")
    return (
      <Badge
        tone="warning"
        title="The panel recorded the start of this action, but no outcome. The action may still be running, the panel may have stopped, or your instance did not respond."
      >
        No outcome recorded
      </Badge>
    );
  return null;
}

function What({ row }: { row: AuditRecord }) {
  const subject = subjectOf(row);
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {actionWords(row.action)}
        <Outcome row={row} />
      </span>
      {subject ? (
        <span className="block font-mono text-xs wrap-anywhere text-muted-foreground">{subject}</span>
      ) : null}
      {reasonOf(row) ? <span className="block text-sm">{reasonOf(row)}</span> : null}
      {typeof row.detail?.note === "string" ? (
        <span className="mt-1 block text-sm">{row.detail.note}</span>
      ) : null}
    </>
  );
}

function From({ address, browser }: AuditRecord) {
  if (address === null) return <span className="text-muted-foreground">–</span>;
  return (
    <>
      <span className="font-mono text-xs break-all">{address}</span>
      {browser ? (
        <span title={browser} className="block text-xs break-all text-muted-foreground">
          {browserName(browser)}
        </span>
      ) : null}
    </>
  );
}

/** Newest first; a card per entry where the screen is narrow. */
export function AuditTable({ entries }: { entries: readonly AuditRecord[] }) {
  if (entries.length === 0) {
    return (
      <EmptyState
        icon={<ScrollText />}
        title="No entries yet"
        text="This page lists sign-ins, saved settings, and changes to bots, operators and guilds."
      />
    );
  }
  return (
    <Table label="Audit">
      <TableHeader>
        <tr>
          <TableHead>When</TableHead>
          <TableHead>Who</TableHead>
          <TableHead>What</TableHead>
          <TableHead>From</TableHead>
        </tr>
      </TableHeader>
      <TableBody>
        {entries.map((row) => (
          <TableRow key={row.id}>
            <TableCell top className="text-sm text-muted-foreground">
              <Moment at={row.at} />
            </TableCell>
            <TableCell top className="sm:max-w-56">
              <span className="break-words">{row.actor}</span>
              {row.userId ? (
                <span className="block text-xs text-muted-foreground">
                  by user token, <span className="font-mono">{row.userId}</span>
                </span>
              ) : null}
            </TableCell>
            <TableCell top className="sm:w-full">
              <What row={row} />
            </TableCell>
            <TableCell top className="sm:min-w-44">
              <From {...row} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
