"use client";

import { useQuery } from "@tanstack/react-query";
import { applyPreviewQuery } from "@/components/settings/queries/running";
import { useActionRefusal } from "@/components/shell/standing";
import { Badge } from "@/components/ui/badge";
import { Callout } from "@/components/ui/callout";
import { Card, CardContent } from "@/components/ui/card";
import { Link } from "@/components/ui/link";
import { Ago } from "@/components/ui/moment";
import type { ApplyView, RunningReport } from "@/lib/shared/contract/running";
import { isEnded } from "@/lib/shared/contract/values";
import { ApplyActions } from "./apply-actions";
import { ApplyOutlook } from "./apply-outlook";
import { timeWords } from "./check-words";
import { applyTitles, applyTones } from "./running-words";

/** What the panel checks before an apply. Loaded while changes wait, so that a problem is known before the dialog opens. */
export function ChecksBefore({ report }: { report: RunningReport }) {
  const { etag, reload, apply } = report;
  const isRefused = useActionRefusal() !== null;
  const isUnderWay = apply !== null && !isEnded(apply.state);
  const isOffered = reload !== null && !isRefused && !isUnderWay;
  const { data, error } = useQuery({ ...applyPreviewQuery(etag), enabled: isOffered });
  if (!isOffered) return null;
  return (
    <Card aria-label="Checks before the apply" role="region" title="Checks before the apply">
      <CardContent>
        <ApplyOutlook preview={data} failure={error?.message} />
      </CardContent>
    </Card>
  );
}

/** The restart, which nothing needs while everything is in effect. */
export function Restart({ report }: { report: RunningReport }) {
  if (report.reload === null) return null;
  return (
    <Card title="The instance">
      <CardContent className="flex flex-wrap gap-2">
        <ApplyActions report={report} />
      </CardContent>
    </Card>
  );
}

export function LastApply({ apply }: { apply: ApplyView }) {
  const { id, version, actor, at, endedAt, state } = apply;
  const lasted = endedAt === null ? null : Date.parse(endedAt) - Date.parse(at);
  return (
    <Card
      aria-label="Last apply"
      role="region"
      title="Last apply"
      action={
        <span role="status">
          <Badge tone={applyTones[state] ?? "accent"}>{applyTitles[state]}</Badge>
        </span>
      }
    >
      <CardContent>
        <p className="text-muted-foreground">
          {version === null ? "" : `Version ${version} · `}
          {actor} · <Ago at={at} />
          {lasted === null ? "" : ` · ${timeWords(lasted)}`}
        </p>
        <Link href={`/running/applies/${id}`} className="rounded-sm text-accent-text hover:underline">
          Open this apply
        </Link>
      </CardContent>
    </Card>
  );
}

export function NotAsked({ report }: { report: RunningReport }) {
  const { state, reason, reload, settings } = report;
  const isManual = reload === null && state !== "local" && settings.length > 0;
  const notes = [
    state === "local" &&
      "If another server reads this file, set INSTANCE_API_URL so the panel can check which settings it has loaded. Or choose “Mark as restarted” each time you restart it.",
    reason,
    state === "unknown" &&
      reason === undefined &&
      "INSTANCE_API_URL is not set, so the panel cannot check the running settings. Choose “Mark as restarted” each time you restart the instance.",
    isManual &&
      "Restart the instance, for example with “systemctl restart” and the name of its service, or with “docker compose restart”. Set INSTANCE_RELOAD to let the panel do it.",
    isManual && state === "told" && "This page detects the restart.",
  ].filter((note) => typeof note === "string");
  if (notes.length === 0) return null;
  return (
    <Callout tone="neutral">
      <div className="flex flex-col gap-2">
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
      </div>
    </Callout>
  );
}
