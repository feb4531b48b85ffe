"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { ServicesClaim, SettingsClaim } from "@/components/running/in-effect";
import { InstanceOutput } from "@/components/running/instance-output";
import { InstanceTabs } from "@/components/running/instance-tabs";
import { ProcessClaim, ServerCard } from "@/components/running/server-claims";
import { runningQuery, waitingIn } from "@/components/settings/queries/running";
import { statusQuery, useStatus } from "@/components/shell/queries/status";
import { Button, buttonVariants } from "@/components/ui/button";
import { Card, CardContent } from "@/components/ui/card";
import { CopyText } from "@/components/ui/copy-button";
import { Link } from "@/components/ui/link";
import { Ago } from "@/components/ui/moment";
import { PageHeader } from "@/components/ui/page-header";
import { toast } from "@/components/ui/toaster";
import type { DoctorView } from "@/lib/shared/contract/doctor";
import type { ConnectionView, Capabilities, Capability } from "@/lib/shared/contract/instance";
import { useInstance } from "../account/instance-provider";
import { checkNow, connectionQuery } from "../queries/instance";
import { ChangeConnection } from "./change-connection";
import { DoctorCard } from "./doctor-card";
import { FileOfOthers, NotReadNotice } from "./connection-notices";

export function ConnectionPage({
  initial,
  mayChange,
  mayEdit,
  doctor,
}: {
  initial: ConnectionView;
  mayChange: boolean;
  mayEdit: boolean;
  /** Null for operators who may not see it. */
  doctor: DoctorView | null;
}) {
  const { data: connection } = useQuery({ ...connectionQuery(), initialData: initial });
  const { name, capabilities } = useInstance();
  const { mode, url } = connection;
  const host = url === null ? null : new URL(url).host;
  return (
    <>
      <PageHeader
        title={mode === "connected" ? (name ?? host) : "Instance"}
        description={mode === "connected" && name !== null ? host : DESCRIPTIONS[mode]}
        actions={
          mode === "open" ? null : (
            <>
              <CheckAgain />
              <RestartLink />
            </>
          )
        }
      />
      {mode === "connected" ? <InstanceTabs /> : null}
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]">
        <div className="flex min-w-0 flex-col gap-4">
          <NotReadNotice />
          <FileOfOthers connection={connection} />
          {mode === "open" ? null : <Status />}
          {mode === "connected" ? <ServerVersion /> : null}
          {mode === "connected" && mayEdit ? <InstanceOutput /> : null}
          <Connection connection={connection} mayChange={mayChange} />
          {/* The last card, because it grows when its checks end. */}
          {doctor === null ? null : <DoctorCard initial={doctor} />}
        </div>
        <Offers capabilities={capabilities} />
      </div>
    </>
  );
}

const DESCRIPTIONS: Record<ConnectionView["mode"], string> = {
  standalone: "Standalone: this panel is the instance. It serves bots and guilds from its own database.",
  connected: "Connected to a running instance, which reads this file and has its own users, guilds and bots.",
  open: "Choose whether this panel is the instance.",
};

function Status() {
  const status = useStatus();
  const { data: report } = useQuery(runningQuery());
  const count = report ? waitingIn(report).length : 0;
  return (
    <Card
      title="Status"
      action={
        status?.checkedAt == null ? null : (
          <span className="text-sm text-muted-foreground">
            checked <Ago at={status.checkedAt} />
          </span>
        )
      }
    >
      <ul className="divide-y">
        <ServicesClaim />
        {report ? <SettingsClaim report={report} /> : null}
        {report ? <ProcessClaim report={report} /> : null}
      </ul>
      {report?.state === "local" ? (
        <p className="border-t px-4 py-2.5 text-sm text-muted-foreground sm:px-6">
          Does another server read this file?{" "}
          <Link href="/running" className="text-accent-text underline underline-offset-4">
            Compare it with the file
          </Link>
        </p>
      ) : count > 0 ? (
        <p className="border-t px-4 py-2.5 text-sm sm:px-6">
          <Link href="/running" className="text-accent-text hover:underline">
            See what is to apply
          </Link>
        </p>
      ) : null}
    </Card>
  );
}

function ServerVersion() {
  const { data: report } = useQuery(runningQuery());
  return report ? <ServerCard report={report} /> : null;
}

/** Checks every service now. Without monitoring, only whether the API answers. */
function CheckAgain() {
  const client = useQueryClient();
  const interval = useStatus()?.interval;
  const check = useMutation({
    async mutationFn() {
      if (interval !== 0) await checkNow();
      await client.invalidateQueries({ queryKey: statusQuery().queryKey });
    },
    onError: (error) => toast.error("Not checked", { description: error.message }),
  });
  return (
    <Button busy={check.isPending} onClick={() => check.mutate()}>
      Check again
    </Button>
  );
}

function RestartLink() {
  const { data: report } = useQuery(runningQuery());
  if (!report?.ways.some(({ isRestart }) => isRestart)) return null;
  return (
    <Link href="/running?apply" className={buttonVariants()}>
      Restart the instance…
    </Link>
  );
}

function Connection({ connection, mayChange }: { connection: ConnectionView; mayChange: boolean }) {
  const { mode, url, isUrlFixed, isTokenFixed, hasOperatorToken } = connection;
  const fixed = [...(isUrlFixed ? ["the address"] : []), ...(isTokenFixed ? ["the operator token"] : [])];
  const form = mayChange ? (
    <ChangeConnection key={`${mode} ${url}`} connection={connection} />
  ) : (
    <p className="text-muted-foreground">Only owners can change the connection.</p>
  );
  if (url === null) return form;
  return (
    <>
      <Card title="Connection">
        <CardContent>
          <dl className="grid gap-x-8 gap-y-1 sm:grid-cols-[auto_1fr] sm:gap-y-2">
            <dt className="text-muted-foreground">API</dt>
            <dd>
              <CopyText value={url} label="Copy address" />
            </dd>
            {isTokenFixed ? null : (
              <>
                <dt className="text-muted-foreground">Operator token</dt>
                <dd>
                  {hasOperatorToken
                    ? "Stored encrypted in the panel's database"
                    : "None. The panel can only compare the settings that the instance reports publicly."}
                </dd>
              </>
            )}
          </dl>
        </CardContent>
        {fixed.length > 0 ? (
          <details className="border-t">
            <summary className="cursor-pointer px-4 py-2.5 max-sm:py-3 sm:px-6">
              The environment sets {fixed.join(" and ")}
            </summary>
            <p className="px-4 pb-3 text-sm text-muted-foreground sm:px-6">
              To change {fixed.length > 1 ? "them" : "it"}, set{" "}
              {isUrlFixed ? <code>INSTANCE_API_URL</code> : null}
              {fixed.length > 1 ? " and " : null}
              {isTokenFixed ? <code>INSTANCE_OPERATOR_TOKEN</code> : null} in the panel&apos;s environment,
              then restart the panel.
            </p>
          </details>
        ) : null}
        {isUrlFixed ? (
          <details className="border-t">
            <summary className="cursor-pointer px-4 py-2.5 max-sm:py-3 sm:px-6">
              {isTokenFixed ? "Test the connection" : "Test the connection or set an operator token"}
            </summary>
            <div className="px-4 pb-4 sm:px-6">{form}</div>
          </details>
        ) : null}
      </Card>
      {isUrlFixed ? null : form}
    </>
  );
}

const NAMES: Record<Capability, string> = {
  everyBot: "All users' bots",
  botGuilds: "The guilds of a bot",
  botMembership: "A bot's permissions in its guilds",
  botPictures: "Bot pictures",
  botTransfer: "Transferring bots",
  botUsernames: "A separate username for a bot",
  everyGuild: "All guilds and their members",
  guildCare: "Managing guilds",
  everyUser: "All users",
  userCare: "Creating users and changing rights",
  userTokens: "Tokens for scripts",
  userBans: "Deleting and banning users",
  registrationTokens: "Registration tokens",
};

/** Lists the features that work with this instance. The others are folded, each with the reason. */
function Offers({ capabilities }: { capabilities: Capabilities }) {
  const all = Object.keys(NAMES) as Capability[];
  const offered = all.filter((name) => capabilities[name] === true);
  const missing = all.filter((name) => capabilities[name] !== true);
  return (
    <Card title="Works here">
      <ul aria-label="Works here" className="flex flex-wrap gap-2 px-4 py-4 empty:hidden sm:px-6">
        {offered.map((name) => (
          <li key={name} className="flex items-center gap-1.5 rounded-lg border px-2.5 py-1 text-sm">
            <Check aria-hidden="true" className="size-3.5 shrink-0 text-success-text" />
            {NAMES[name]}
          </li>
        ))}
      </ul>
      {missing.length > 0 ? (
        <details className="border-t">
          <summary className="cursor-pointer px-4 py-2.5 max-sm:py-3 sm:px-6">
            Only in the instance itself: {missing.length} {missing.length === 1 ? "action" : "actions"}
          </summary>
          <dl className="divide-y border-t text-sm">
            {missing.map((name) => (
              <div key={name} className="px-4 py-2 sm:px-6">
                <dt>{NAMES[name]}</dt>
                <dd className="text-muted-foreground">{capabilities[name]}</dd>
              </div>
            ))}
          </dl>
        </details>
      ) : null}
    </Card>
  );
}
