"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { Card, CardContent } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/copy-button";
import { Link } from "@/components/ui/link";
import { Moment } from "@/components/ui/moment";
import { PageHeader } from "@/components/ui/page-header";
import { applyRecordQuery } from "@/components/settings/queries/running";
import type { ApplyRecord } from "@/lib/shared/contract/running";
import { isEnded } from "@/lib/shared/contract/values";
import { ApplyReason } from "./apply-card";
import { ApplyQuestion } from "./apply-question";
import { ApplySteps } from "./apply-steps";
import { applyTones, applyTitles, wayWords } from "./running-words";
import { ChangeList } from "./change-list";
import { PreflightList } from "./preflight-list";
import { TakenBack } from "./taken-back";

export function ApplyRecordView({ initial, operator }: { initial: ApplyRecord; operator: string }) {
  const { data } = useQuery({ ...applyRecordQuery(initial.apply.id), initialData: initial });
  const { apply, preflight, auditEntry, instanceLog } = data;
  const { state, output, changes, takenBack } = apply;
  const hasFailed = state === "failed" || state === "rolled-back";
  return (
    <>
      <PageHeader
        title={
          <span className="flex flex-wrap items-center gap-3">
            Apply {apply.id}
            <Badge tone={applyTones[state] ?? "accent"} className="tracking-normal">
              {applyTitles[state]}
            </Badge>
          </span>
        }
        description={
          <>
            {apply.actor} · <Moment at={apply.at} /> · {wayWords[apply.way]}
            {apply.plannedAt === null ? null : (
              <>
                {" · planned for "}
                <Moment at={apply.plannedAt} />
              </>
            )}
          </>
        }
      />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
        <div className="flex min-w-0 flex-col gap-4">
          <ApplyReason apply={apply} />
          <ApplyQuestion apply={apply} />
          {instanceLog === "" ? null : (
            <Part title={hasFailed ? "Why did it fail?" : "Output of the instance"}>
              {hasFailed ? <p className="mb-3">The instance printed these lines during the apply.</p> : null}
              <CodeBlock
                code={instanceLog.trimEnd()}
                label="output of the instance"
                className="max-h-80 overflow-y-auto"
              />
            </Part>
          )}
          <Part title="Changes">
            {changes.length > 0 ? (
              <ChangeList changes={changes} label="Changes" />
            ) : (
              <p className="text-muted-foreground">
                {apply.fromVersion === null
                  ? "The changed settings are unknown, because the panel does not know which version was running before."
                  : "No settings changed."}
              </p>
            )}
          </Part>
          {isEnded(state) && takenBack.length > 0 ? (
            <Part title="Rollback">
              <TakenBack apply={apply} operator={operator} />
            </Part>
          ) : null}
          {preflight === null ? null : (
            <Part title="Preflight">
              <PreflightList preflight={preflight} />
            </Part>
          )}
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <Part title="Progress">
            <ApplySteps apply={apply} />
          </Part>
          {output === "" ? null : (
            <Part title="Output">
              <CodeBlock
                code={output.trimEnd()}
                label="output of the command"
                className="max-h-80 overflow-y-auto"
              />
            </Part>
          )}
          <Part title="Links">
            <ul className="flex flex-col gap-2">
              <VersionLink number={apply.version}>Applied version</VersionLink>
              <VersionLink number={apply.fromVersion}>Previous version</VersionLink>
              <VersionLink number={apply.backVersion}>Version of the rollback</VersionLink>
              {auditEntry === null ? null : (
                <li>
                  <Link href={`/audit?before=${auditEntry + 1}`} className="text-accent-text hover:underline">
                    Audit entry
                  </Link>
                </li>
              )}
              <li>
                <Link href="/running/applies" className="text-accent-text hover:underline">
                  Past applies
                </Link>
              </li>
            </ul>
          </Part>
        </div>
      </div>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card aria-label={title} role="region" title={title}>
      <CardContent>{children}</CardContent>
    </Card>
  );
}

function VersionLink({ number, children }: { number: number | null; children: ReactNode }) {
  if (number === null) return null;
  return (
    <li>
      <Link href={`/settings/history/${number}`} className="text-accent-text hover:underline">
        {children}: {number}
      </Link>
    </li>
  );
}
