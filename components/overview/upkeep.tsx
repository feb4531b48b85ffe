"use client";

import type { ReactNode } from "react";
import { partWords } from "@/components/shell/status-words";
import { countOf } from "@/components/settings/store/words";
import { Ago } from "@/components/ui/moment";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { Link } from "@/components/ui/link";
import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import type { PartNow, WatchAnswer } from "@/lib/shared/contract/watch";
import { editionOf } from "@/lib/shared/settings/editions";
import { formatBytes } from "@/lib/shared/settings/kinds/bytes";
import { sectionCounts } from "@/lib/shared/settings/modified";
import { certificatesOf } from "./watch/words";

interface UpkeepProps {
  document: ConfigSnapshot;
  watch: WatchAnswer;
}

/** The state of everything that needs regular maintenance. The rows above list what is due. */
export function Upkeep({ document, watch: { parts, backup, notifies } }: UpkeepProps) {
  return (
    <Card aria-labelledby="upkeep">
      <CardHeader>
        <CardTitle id="upkeep">Upkeep</CardTitle>
      </CardHeader>
      <CardContent>
        <dl className="grid grid-cols-[minmax(6.5rem,auto)_minmax(0,1fr)] gap-x-4 gap-y-2">
          <FileRow document={document} />
          <Row name="Certificate">{certificateWords(parts)}</Row>
          <Row name="Backup">
            <span className="inline-block first-letter:uppercase">
              {backup === null ? "None yet" : <Ago at={backup.at} />}
            </span>{" "}
            · <More href="/backups">All backups</More>
          </Row>
          <Row name="Notifications">
            {notifies ? "On" : "Off"} ·{" "}
            <More href="/notifications">{notifies ? "Deliveries and events" : "Set up notifications"}</More>
          </Row>
        </dl>
      </CardContent>
    </Card>
  );
}

function FileRow({ document }: { document: ConfigSnapshot }) {
  const { file, naming, unknown } = document;
  const sections = Object.values(sectionCounts(document)).filter(({ modified }) => modified > 0);
  const modified = sections.reduce((sum, section) => sum + section.modified, 0);
  return (
    <Row name="File">
      <span title={`Keys ${editionOf(naming).spelledAs.toLowerCase()}`}>
        {file.state === "usable" ? "Valid" : "Unusable"} · {formatBytes(file.size)}
      </span>
      {file.modifiedAt === null ? null : (
        <>
          {" "}
          · written <Ago at={file.modifiedAt} />
        </>
      )}
      {file.state === "usable" ? (
        <>
          {" · "}
          <More href="/settings?filter=modified">{countOf(modified, "modified setting")}</More>
        </>
      ) : null}
      {unknown.length > 0 ? (
        <>
          {" "}
          · <More href="/settings/other">{countOf(unknown.length, "unrecognized key")}</More>
        </>
      ) : null}
      <span className="flex min-w-0 items-center gap-1">
        <code className="truncate text-xs text-muted-foreground" title={file.path}>
          {file.path}
        </code>
        <CopyButton value={file.path} label="Copy path" className="-my-2" />
      </span>
    </Row>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted-foreground">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  );
}

const More = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link href={href} className="text-accent-text underline underline-offset-4">
    {children}
  </Link>
);

function certificateWords(parts: readonly PartNow[]): string {
  const [first] = certificatesOf(parts);
  if (!first) return "None found";
  return first.days < 0
    ? `${partWords[first.name]}: expired`
    : `${partWords[first.name]}: expires in ${countOf(first.days, "day")}`;
}
