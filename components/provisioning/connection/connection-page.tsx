"use client";

import { useQuery } from "@tanstack/react-query";
import { InstanceTabs } from "@/components/running/instance-tabs";
import { Ago } from "@/components/ui/moment";
import { Badge } from "@/components/ui/badge";
import { Button, buttonVariants } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Card, CardContent, CardDescription, CardFooter, CardHeader, CardTitle } from "@/components/ui/card";
import { CopyText } from "@/components/ui/copy-button";
import { Link } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import type { ConnectionView, Capabilities, Capability } from "@/lib/shared/contract/instance";
import { useInstance } from "../account/instance-provider";
import { connectionQuery, instanceStateQuery } from "../queries/instance";
import { ChangeConnection } from "./change-connection";
import { FileOfOthers, NotReadNotice } from "./connection-notices";

/** The Instance page: which instance the panel works with, its features, and a form to change the connection. */
export function ConnectionPage({ initial, mayChange }: { initial: ConnectionView; mayChange: boolean }) {
  const { data: connection } = useQuery({ ...connectionQuery(), initialData: initial });
  const { name, capabilities } = useInstance();
  const { mode, url } = connection;
  const title = mode === "connected" && url !== null ? (name ?? new URL(url).host) : "Instance";
  return (
    <>
      <PageHeader title={title} description={DESCRIPTIONS[mode]} />
      {mode === "connected" ? <InstanceTabs /> : null}
      <div className="grid items-start gap-4 xl:grid-cols-[3fr_2fr]">
        <div className="flex min-w-0 flex-col gap-4">
          <NotReadNotice />
          <FileOfOthers connection={connection} />
          {url === null ? null : <Running url={url} connection={connection} />}
          {mayChange ? (
            <ChangeConnection key={`${mode} ${url}`} connection={connection} />
          ) : (
            <p className="text-muted-foreground">Only owners can change the connection.</p>
          )}
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

function Running({ url, connection }: { url: string; connection: ConnectionView }) {
  const { data, error, isFetching, refetch } = useQuery(instanceStateQuery());
  return (
    <Card>
      <CardHeader row>
        <CardTitle>Connection</CardTitle>
        <span role="status">
          {data === undefined ? (
            <Badge>{error ? "Unknown" : "Checking"}</Badge>
          ) : data.answers ? (
            <Badge tone="success">Up</Badge>
          ) : (
            <Badge tone="danger">Down</Badge>
          )}
        </span>
      </CardHeader>
      <CardContent className="flex flex-col gap-4">
        {data?.reason || error ? (
          <Callout tone="danger">{error ? error.message : data?.reason}</Callout>
        ) : null}
        <dl className="grid gap-x-8 gap-y-1 sm:grid-cols-[auto_1fr] sm:gap-y-3">
          <dt className="text-muted-foreground">API</dt>
          <dd>
            <CopyText value={url} label="Copy address" />
          </dd>
          <dt className="text-muted-foreground">Set by</dt>
          <dd>
            {connection.isUrlFixed ? (
              <code className="text-sm">INSTANCE_API_URL</code>
            ) : (
              "An operator, in the panel"
            )}
          </dd>
          <dt className="text-muted-foreground">Operator token</dt>
          <dd>
            {!connection.hasOperatorToken
              ? "None. The panel can only compare the settings that the instance reports publicly."
              : connection.isTokenFixed
                ? "Set by the environment"
                : "Stored encrypted in the panel's database"}
          </dd>
          {data ? (
            <>
              <dt className="text-muted-foreground">Checked</dt>
              <dd>
                <Ago at={data.checkedAt} />
              </dd>
            </>
          ) : null}
        </dl>
      </CardContent>
      <CardFooter className="flex flex-wrap gap-2">
        <Button busy={isFetching} onClick={() => void refetch()}>
          Check again
        </Button>
        <Link href="/running" className={buttonVariants({ variant: "ghost" })}>
          Show settings that need a restart
        </Link>
      </CardFooter>
    </Card>
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

/** Lists the features that the panel offers with this instance, and explains why others are unavailable. */
function Offers({ capabilities }: { capabilities: Capabilities }) {
  return (
    <Card>
      <CardHeader>
        <CardTitle>What the panel can do here</CardTitle>
        <CardDescription>
          The other actions can be done only in the instance itself, for the reasons listed.
        </CardDescription>
      </CardHeader>
      <ul aria-label="What the panel can do here" className="divide-y">
        {(Object.keys(NAMES) as Capability[]).map((name) => {
          const offered = capabilities[name];
          return (
            <li key={name} className="flex items-start justify-between gap-4 px-4 py-2.5 sm:px-6">
              <div className="min-w-0">
                <p className={offered === true ? "font-medium" : "text-muted-foreground"}>{NAMES[name]}</p>
                {offered === true ? null : <p className="text-sm text-muted-foreground">{offered}</p>}
              </div>
              {offered === true ? <Badge tone="success">Yes</Badge> : <Badge>No</Badge>}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
