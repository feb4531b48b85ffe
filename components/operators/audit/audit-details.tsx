import { UndoChange } from "@/components/settings/undo/undo-change";
import { Link } from "@/components/ui/link";
import type { AuditRecord } from "@/lib/shared/contract/audit";
import { sectionOfAny, settingOfAny } from "@/lib/shared/settings/editions";
import { auditHref } from "./audit-address";
import { type Known, linksOf, pathsOf, reasonOf, undoableIn } from "./audit-words";

const link = "text-accent-text hover:underline";

export function AuditDetails({ row, known }: { row: AuditRecord; known: Known }) {
  const { id, at, action, target, userId, browser, detail } = row;
  const version = undoableIn(row, known);
  const paths = pathsOf(row);
  const note = typeof detail?.note === "string" ? detail.note : null;
  const fields: [string, string | null][] = [
    ["Reason", reasonOf(row)],
    ["Note", note],
    ["Entry", String(id)],
    ["Time", new Date(at).toISOString()],
    ["Action", action],
    ["Object", target],
    ["User", userId],
    ["Browser", browser],
    ...Object.entries(detail ?? {})
      .filter(([name]) => name !== "note")
      .map(([name, value]): [string, string] => [
        name,
        Array.isArray(value) ? value.join(", ") : typeof value === "string" ? value : JSON.stringify(value),
      ]),
  ];
  return (
    <div className="flex flex-col gap-3 text-sm">
      {paths.length === 0 ? null : (
        <ul aria-label="Settings" className="grid gap-x-6 gap-y-1 xl:grid-cols-2">
          {paths.map((path) => (
            <li key={path} className="min-w-0 wrap-anywhere">
              <SettingName path={path} />
            </li>
          ))}
        </ul>
      )}
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {fields.map(([name, value]) =>
          value === null ? null : (
            <div key={name} className="contents">
              <dt className="text-muted-foreground">{name}</dt>
              <dd className="font-mono text-xs leading-5 wrap-anywhere">{value}</dd>
            </div>
          ),
        )}
      </dl>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {version === undefined ? null : (
          <UndoChange change={{ version }} aria-label={`Undo this change (version ${version})`}>
            Undo this change…
          </UndoChange>
        )}
        {linksOf(row, known).map(({ href, text }) => (
          <Link key={href} href={href} className={link}>
            {text}
          </Link>
        ))}
        {target === null ? null : (
          <Link href={auditHref({ object: target })} className={link}>
            All entries with this object
          </Link>
        )}
      </div>
    </div>
  );
}

function SettingName({ path }: { path: string }) {
  const setting = settingOfAny(path);
  return setting ? (
    <Link href={`/settings/${sectionOfAny(path)?.id}/history?path=${path}`} title={path} className={link}>
      {setting.label}
    </Link>
  ) : (
    <span className="font-mono text-xs">{path}</span>
  );
}
