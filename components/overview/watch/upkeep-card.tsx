"use client";

import type { ReactNode } from "react";
import { Ago } from "@/components/ui/ago";
import { Badge } from "@/components/ui/badge";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import type { PartNow, WatchAnswer } from "@/lib/shared/contract/watch";
import { TestNotification } from "./test-notification";
import { useWatch } from "./use-watch";
import { partWords } from "./words";

/** From here on a certificate ends soon (days). */
const soon = 14;
/** A backup older than this is old (ms). */
const oldBackup = 7 * 86_400_000;

/** Certificates, backups and notifications. */
export function UpkeepCard({ initial }: { initial: WatchAnswer }) {
  const { parts, backup, notifies, at } = useWatch(initial);
  return (
    <Card>
      <CardHeader>
        <CardTitle>Upkeep</CardTitle>
      </CardHeader>
      <CardContent inset="tight">
        <dl className="divide-y">
          <Row name="Certificates" mark={certificateMark(parts)}>
            {certificateWords(parts)}
          </Row>
          <Row
            name="Last backup"
            mark={backup === null || at - backup.at > oldBackup ? <Badge tone="warning">Due</Badge> : null}
          >
            {backup === null ? (
              <>
                No backups recorded. Run{" "}
                <code className="text-xs">npm run backup -- /path/of/a/new/folder</code> where the panel runs.
              </>
            ) : (
              <>
                <Ago at={backup.at} />, into <code className="text-xs break-all">{backup.folder}</code>
              </>
            )}
          </Row>
          <Row name="Notifications" mark={notifies ? <Badge tone="success">On</Badge> : <Badge>Off</Badge>}>
            {notifies ? (
              <TestNotification />
            ) : (
              "Set NOTIFY_URL to the address of a webhook to be notified when your instance is down, a certificate expires, or somebody signs in from a new address."
            )}
          </Row>
        </dl>
      </CardContent>
    </Card>
  );
}

function Row({ name, mark, children }: { name: string; mark: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1 py-3">
      <dt className="flex items-center justify-between gap-2 font-medium">
        {name}
        {mark}
      </dt>
      <dd className="text-sm wrap-anywhere text-muted-foreground">{children}</dd>
    </div>
  );
}

const withCertificate = (parts: readonly PartNow[]) =>
  parts
    .flatMap(({ name, certificateDays }) =>
      certificateDays === null ? [] : [{ name, days: certificateDays }],
    )
    .toSorted((one, other) => one.days - other.days);

function certificateMark(parts: readonly PartNow[]): ReactNode {
  const [first] = withCertificate(parts);
  if (!first || first.days > soon) return null;
  return first.days < 0 ? <Badge tone="danger">Expired</Badge> : <Badge tone="warning">Expires soon</Badge>;
}

function certificateWords(parts: readonly PartNow[]): string {
  const all = withCertificate(parts);
  const [first] = all;
  if (!first) return "No part uses TLS.";
  const ending = all.filter(({ days }) => days <= soon);
  if (ending.length === 0)
    return `The ${partWords[first.name]}'s certificate expires next, in ${days(first.days)}.`;
  return ending
    .map(({ name, days: left }) =>
      left < 0
        ? `The ${partWords[name]}'s certificate has expired.`
        : `The ${partWords[name]}'s certificate expires in ${days(left)}.`,
    )
    .join(" ");
}

const days = (count: number): string => `${count.toLocaleString("en")} ${count === 1 ? "day" : "days"}`;
