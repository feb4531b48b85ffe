"use client";

import { useStatus } from "@/components/shell/queries/status";
import { downParts, isOutage, partWords, stateLooks } from "@/components/shell/status-words";
import { Card } from "@/components/ui/card";
import { useNow, useZone } from "@/components/ui/moment";
import type { RunningReport } from "@/lib/shared/contract/running";
import type { InstanceStatus } from "@/lib/shared/contract/watch";
import { timeWords } from "./check-words";
import { Claim } from "./claims";
import { isInEffect, proofOf, timeOf } from "./evidence";
import { ProcessClaim } from "./server-claims";
import { settingsWords } from "./running-words";
import { FromEnvironment } from "./to-apply";

export function InEffect({ report }: { report: RunningReport }) {
  const others = report.settings.filter(({ state }) => state === "environment");
  return (
    <>
      <Card title="How the panel knows">
        <ul className="divide-y">
          <ServicesClaim />
          <SettingsClaim report={report} />
          <ProcessClaim report={report} />
        </ul>
      </Card>
      {others.length > 0 ? <FromEnvironment settings={others} /> : null}
    </>
  );
}

export function ServicesClaim() {
  const zone = useZone();
  const status = useStatus();
  if (!status) return null;
  const { state, checkedAt, parts, at } = status;
  return (
    <Claim
      subject="Services"
      mark={state === "up" ? "good" : state === "down" ? "bad" : isOutage(status) ? "warning" : "none"}
      evidence={checkedAt === null ? "not checked" : `checked by the panel at ${timeOf(checkedAt, at, zone)}`}
      detail={parts.find(({ isUp, reason }) => !isUp && reason !== null)?.reason}
    >
      {servicesWords(status)}
    </Claim>
  );
}

function servicesWords(status: InstanceStatus): string {
  const { word } = stateLooks[status.state];
  if (isOutage(status)) return `${word}: ${downParts(status)}`;
  const times = status.parts.flatMap(({ name, isUp, ms }) =>
    isUp ? [ms === null ? partWords[name] : `${partWords[name]} ${timeWords(ms)}`] : [],
  );
  return [word, ...(times.length > 0 ? [times.join(", ")] : [])].join(" · ");
}

export function SettingsClaim({ report }: { report: RunningReport }) {
  const zone = useZone();
  const proof = proofOf(report, useNow(), zone);
  return (
    <Claim
      subject="Settings"
      mark={isInEffect(report) ? "good" : "none"}
      evidence={report.state === "local" ? null : proof}
      detail={
        report.state === "told" && !report.isWhole
          ? "Without an operator token, the instance reports only its public settings."
          : report.reason
      }
    >
      {settingsWords(report)}
    </Claim>
  );
}
