"use client";

import { useQuery } from "@tanstack/react-query";
import { Badge } from "@/components/ui/badge";
import { Button, buttonVariants } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Card, CardContent, CardFooter, CardHeader, CardTitle } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { Ago } from "@/components/ui/ago";
import { Link } from "@/components/ui/link";
import { instanceStateQuery } from "@/components/provisioning/queries/instance";

/** The upstream instance that this panel is connected to, and whether it can be reached. */
export function InstanceCard({ url }: { url: string }) {
  const { data, error, isFetching, refetch } = useQuery(instanceStateQuery());
  return (
    <Card>
      <CardHeader row>
        <CardTitle>Your instance</CardTitle>
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
          <Callout
            tone={error ? "warning" : "danger"}
            title={error ? "The panel could not check your instance" : "You cannot create bots right now"}
          >
            {error ? error.message : data?.reason} You can still change settings.
          </Callout>
        ) : null}
        <dl className="grid gap-x-8 gap-y-1 sm:grid-cols-[auto_1fr] sm:gap-y-3">
          <dt className="text-muted-foreground">API</dt>
          <dd className="flex min-w-0 items-center gap-1">
            <code className="text-sm break-all">{url}</code>
            <CopyButton value={url} label="Copy address" className="-my-2" />
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
        <p className="max-w-prose text-muted-foreground">
          Your instance stores users, guilds and applications. The panel does not.
        </p>
      </CardContent>
      <CardFooter className="flex flex-wrap gap-2">
        <Button busy={isFetching} onClick={() => void refetch()}>
          Check again
        </Button>
        <Link href="/registration-tokens" className={buttonVariants({ variant: "ghost" })}>
          Registration tokens
        </Link>
      </CardFooter>
    </Card>
  );
}
