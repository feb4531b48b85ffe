import { ScrollText } from "lucide-react";
import { EmptyState } from "@/components/ui/empty-state";
import { Moment } from "@/components/ui/moment";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";

export interface AuditRow {
  id: number;
  /** ms since 1970 */
  at: number;
  actor: string;
  action: string;
  target: string | null;
  detail: Record<string, unknown> | null;
}

const words: Record<string, string> = {
  "sign-in": "Signed in",
  "config.save": "Saved settings",
  "config.restore": "Restored a version of the file",
  "config.undo": "Took a save back",
  "config.permissions": "Closed the file to other users of the machine",
  "config.raw": "Saved the raw text of the file",
  "config.create": "Created the file",
  "config.check": "Checked a connection",
  "config.export": "Downloaded the file",
  "config.reapply": "Applied undone settings again",
  "config.dismiss-undone": "Dismissed undone settings",
  "guild.create": "Created guild",
  "operator.create": "Added operator",
  "operator.disable": "Disabled operator",
  "operator.enable": "Enabled operator",
  "operator.password": "Changed password",
  "operator.sign-out-everywhere": "Signed out everywhere",
};

/** What an entry concerned: key paths for settings, the name otherwise. */
function subject({ action, target, detail }: AuditRow): string {
  if (action === "config.check")
    return `${target ?? ""}, ${detail?.ok === true ? "which worked" : "which failed"}`;
  if (action.startsWith("config.")) return Array.isArray(detail?.paths) ? detail.paths.join(", ") : "";
  return target ?? "";
}

export function AuditTable({ entries }: { entries: readonly AuditRow[] }) {
  if (entries.length === 0) {
    return (
      <EmptyState
        icon={<ScrollText />}
        title="Nothing here"
        text="Sign-ins, saved settings and changes to operators and guilds are listed here as they happen."
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
        </tr>
      </TableHeader>
      <TableBody>
        {entries.map((entry) => (
          <TableRow key={entry.id}>
            <TableCell top className="text-sm text-muted-foreground">
              <Moment at={entry.at} />
            </TableCell>
            <TableCell top className="whitespace-nowrap">
              {entry.actor}
            </TableCell>
            <TableCell top className="w-full">
              {words[entry.action] ?? entry.action}
              {subject(entry) ? (
                <span className="block font-mono text-xs break-all text-muted-foreground">
                  {subject(entry)}
                </span>
              ) : null}
              {typeof entry.detail?.note === "string" ? (
                <span className="mt-1 block text-sm">{entry.detail.note}</span>
              ) : null}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
