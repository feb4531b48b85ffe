"use client";

import type { ReactNode } from "react";
import { runningWords } from "@/components/running/running-words";
import { countOf } from "@/components/settings/store/words";
import { Ago } from "@/components/ui/moment";
import { Badge } from "@/components/ui/badge";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { Link } from "@/components/ui/link";
import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import type { RunningReport } from "@/lib/shared/contract/running";
import type { PartNow, WatchAnswer } from "@/lib/shared/contract/watch";
import { editionOf } from "@/lib/shared/settings/editions";
import { formatBytes } from "@/lib/shared/settings/kinds/bytes";
import { sectionCounts } from "@/lib/shared/settings/modified";
import { partWords } from "@/components/shell/status-words";
import { certificatesOf } from "./watch/words";

interface UpkeepProps {
  document: ConfigSnapshot;
  watch: WatchAnswer;
  /** Undefined until the instance has responded. */
  report: RunningReport | undefined;
}

/** The state of everything that needs regular maintenance. "Needs you" lists what is due. */
export function Upkeep({ document, watch, report }: UpkeepProps) {
  const { parts, backup, notifies, isLocal } = watch;
  return (
    <Card aria-labelledby="upkeep">
      <CardHeader>
        <CardTitle id="upkeep">Upkeep</CardTitle>
      </CardHeader>
      <CardContent inset="tight">
        <dl className="divide-y">
          <FileRow document={document} />
          {isLocal || !report ? null : (
            <Row name="Loaded settings">
              {runningWords(report)} <More href="/running">Compare with the file</More>
            </Row>
          )}
          <Row name="Certificates">{certificateWords(parts)}</Row>
          <Row name="Last backup">
            {backup === null ? "No backups recorded." : <Ago at={backup.at} />}{" "}
            <More href="/backups">All backups</More>
          </Row>
          <Row name="Notifications" mark={notifies ? <Badge tone="success">On</Badge> : <Badge>Off</Badge>}>
            {notifies
              ? "The panel notifies a webhook of outages, failed applies and more."
              : "Nobody is notified when your instance is down or a certificate expires."}{" "}
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
    <Row name="Configuration file">
      <span className="flex min-w-0 items-center gap-1">
        <code className="text-xs break-all">{file.path}</code>
        <CopyButton value={file.path} label="Copy path" className="-my-2" />
      </span>
      {file.modifiedAt === null ? null : (
        <>
          Written <Ago at={file.modifiedAt} /> ·{" "}
        </>
      )}
      {formatBytes(file.size)} · {countOf(modified, "modified setting")} in{" "}
      {countOf(sections.length, "section")} · keys {editionOf(naming).spelledAs.toLowerCase()}
      {unknown.length > 0 ? (
        <>
          {" "}
          · <More href="/settings/other">{countOf(unknown.length, "unrecognized key")}</More>
        </>
      ) : null}
    </Row>
  );
}

function Row({ name, mark, children }: { name: string; mark?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-0.5 py-2.5">
      <dt className="flex items-center justify-between gap-2 font-medium">
        {name}
        {mark}
      </dt>
      <dd className="text-sm wrap-anywhere text-muted-foreground">{children}</dd>
    </div>
  );
}

const More = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link href={href} className="text-accent-text underline underline-offset-4">
    {children}
  </Link>
);

function certificateWords(parts: readonly PartNow[]): string {
  const [first] = certificatesOf(parts);
  if (!first) return "No certificates found.";
  return first.days < 0
    ? `The ${partWords[first.name]}'s certificate has expired.`
    : `The ${partWords[first.name]}'s certificate expires next, in ${countOf(first.days, "day")}.`;
}
