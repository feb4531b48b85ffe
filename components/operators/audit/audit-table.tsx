import { ChevronRight, ScrollText } from "lucide-react";
import type { ReactNode } from "react";
import { UndoChange } from "@/components/settings/undo/undo-change";
import { AuthorName } from "@/components/shell/author-name";
import { Badge } from "@/components/ui/badge";
import { buttonVariants } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { Moment } from "@/components/ui/moment";
import { Table, TableBody, TableCell, TableRow } from "@/components/ui/table";
import { actionWords } from "@/lib/shared/audit-actions";
import { browserName } from "@/lib/shared/browser-name";
import type { AuditRecord } from "@/lib/shared/contract/audit";
import { settingOfAny } from "@/lib/shared/settings/editions";
import { auditHref } from "./audit-address";
import { isRefusal, type Known, linksOf, pathsOf, reasonOf, subjectOf, undoableIn } from "./audit-words";

/** Maximum number of settings that an entry lists. Further settings are folded. */
const MOST_LISTED = 3;

/** A badge for an outcome other than success. */
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

const link = "text-accent-text hover:underline";

function SettingName({ path }: { path: string }) {
  const setting = settingOfAny(path);
  return setting ? (
    <Link href={`/settings/history?path=${encodeURIComponent(path)}`} title={path} className={link}>
      {setting.label}
    </Link>
  ) : (
    <span className="font-mono text-xs">{path}</span>
  );
}

function Settings({ paths }: { paths: readonly string[] }) {
  if (paths.length === 0) return null;
  if (paths.length > MOST_LISTED)
    return (
      <Fold summary={`${paths.length} settings`}>
        <ul className="mt-1 grid gap-x-6 gap-y-1 xl:grid-cols-2">
          {paths.map((path) => (
            <li key={path} className="min-w-0 wrap-anywhere">
              <SettingName path={path} />
            </li>
          ))}
        </ul>
      </Fold>
    );
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {paths.map((path) => (
        <li key={path} className="min-w-0 wrap-anywhere">
          <SettingName path={path} />
        </li>
      ))}
    </ul>
  );
}

function Fold({ summary, children }: { summary: string; children: ReactNode }) {
  return (
    <details className="group text-sm open:basis-full">
      <summary className="inline-flex list-none items-center gap-1 rounded-sm text-muted-foreground hover:text-foreground max-sm:min-h-11 [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden="true" className="size-4 transition-transform group-open:rotate-90" />
        {summary}
      </summary>
      {children}
    </details>
  );
}

/** Shows all stored data of an entry, including ids and keys. */
function Details({ row }: { row: AuditRecord }) {
  const { id, at, action, target, userId, browser, detail } = row;
  const fields: [string, string | null][] = [
    ["Entry", String(id)],
    ["Time", new Date(at).toISOString()],
    ["Action", action],
    ["Object", target],
    ["User", userId],
    ["Browser", browser],
    ...Object.entries(detail ?? {}).map(([name, value]): [string, string] => [
      name,
      Array.isArray(value) ? value.join(", ") : typeof value === "string" ? value : JSON.stringify(value),
    ]),
  ];
  return (
    <Fold summary="Details">
      <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {fields.map(([name, value]) =>
          value === null ? null : (
            <div key={name} className="contents">
              <dt className="text-muted-foreground">{name}</dt>
              <dd className="font-mono text-xs leading-5 wrap-anywhere">{value}</dd>
            </div>
          ),
        )}
      </dl>
      {target === null ? null : (
        <Link href={auditHref({ object: target })} className={`mt-2 inline-block ${link}`}>
          All entries with this object
        </Link>
      )}
    </Fold>
  );
}

function What({ row, known }: { row: AuditRecord; known: Known }) {
  const subject = subjectOf(row, known.names);
  const links = linksOf(row, known);
  const version = undoableIn(row, known);
  return (
    <div className="flex flex-col gap-1">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span>
          {actionWords(row.action)}
          {subject ? <span className="wrap-anywhere text-muted-foreground"> {subject}</span> : null}
        </span>
        <Outcome row={row} />
      </span>
      <Settings paths={pathsOf(row)} />
      {reasonOf(row) ? <span className="text-sm">{reasonOf(row)}</span> : null}
      {typeof row.detail?.note === "string" ? (
        <span className="text-sm wrap-anywhere">{row.detail.note}</span>
      ) : null}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
        {links.map(({ href, text }) => (
          <Link key={href} href={href} className={link}>
            {text}
          </Link>
        ))}
        {version === undefined ? null : (
          <UndoChange change={{ version }} aria-label={`Undo this change (version ${version})`}>
            Undo this change
          </UndoChange>
        )}
        <Details row={row} />
      </div>
    </div>
  );
}

function From({ address, browser }: AuditRecord) {
  if (address === null) return <span className="text-muted-foreground">–</span>;
  return (
    <>
      <span className="font-mono text-xs break-all">{address}</span>
      {browser ? (
        <span className="block text-xs break-all text-muted-foreground">{browserName(browser)}</span>
      ) : null}
    </>
  );
}

interface AuditTableProps {
  entries: readonly AuditRecord[];
  known: Known;
  isFiltered: boolean;
}

/** Lists entries, the newest first. On narrow screens, each entry is a card. */
export function AuditTable({ entries, known, isFiltered }: AuditTableProps) {
  if (entries.length === 0) {
    return isFiltered ? (
      <EmptyState
        icon={<ScrollText />}
        title="No matching entries"
        text="No entry matches these filters. Choose others, or clear them."
        action={
          <Link href="/audit" className={buttonVariants()}>
            Clear filters
          </Link>
        }
      />
    ) : (
      <EmptyState
        icon={<ScrollText />}
        title="No entries yet"
        text="This page lists sign-ins, saved settings, and changes to bots, operators and guilds."
      />
    );
  }
  return (
    <Table label="Audit" head={["When", "Who", "What", "From"]}>
      <TableBody>
        {entries.map((row) => (
          <TableRow key={row.id}>
            <TableCell top className="text-sm text-muted-foreground">
              <Moment at={row.at} isExact />
            </TableCell>
            <TableCell top className="sm:max-w-56">
              <AuthorName author={row.actor} kind={row.actorKind} />
            </TableCell>
            <TableCell top className="sm:w-full">
              <What row={row} known={known} />
            </TableCell>
            <TableCell top className="sm:min-w-44">
              <From {...row} />
              {typeof row.detail?.apiToken === "string" ? (
                <span className="block text-xs break-words text-muted-foreground">
                  by API token {row.detail.apiToken}
                </span>
              ) : null}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
