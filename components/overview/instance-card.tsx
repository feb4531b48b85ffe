"use client";

import { useQuery } from "@tanstack/react-query";
import { Link } from "@/components/ui/link";
import { Badge } from "@/components/ui/badge";
import { Button, buttonVariants } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Card, CardContent, CardFooter, CardHeader, CardTitle } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { Moment } from "@/components/ui/moment";
import { instanceStateQuery } from "@/components/provisioning/queries/instance-state";

/** The upstream instance that this panel is connected to, and whether it is reachable. */
export function InstanceCard({ url }: { url: string }) {
  const { data, error, isFetching, refetch } = useQuery(instanceStateQuery());
  return (
    <Card>
      <CardHeader row>
        <CardTitle>Existing instance</CardTitle>
        <span role="status">
          {data === undefined ? (
            <Badge>{error ? "Not known" : "Asking"}</Badge>
          ) : data.answers ? (
            <Badge tone="success">Answers</Badge>
          ) : (
            <Badge tone="danger">Does not answer</Badge>
          )}
        </span>
      </CardHeader>
      <CardContent className="flex flex-col gap-4">
        {data?.reason || error ? (
          <Callout
            tone={error ? "warning" : "danger"}
            title={
              error ? "Whether it answers could not be found out" : "Bots cannot be created at the moment"
            }
          >
            {error ? error.message : data?.reason} Settings can be changed all the same.
          </Callout>
        ) : null}
        <dl className="grid gap-x-8 gap-y-1 sm:grid-cols-[auto_1fr] sm:gap-y-3">
          <dt className="text-muted-foreground">Its API</dt>
          <dd className="flex min-w-0 items-center gap-1">
            <code className="text-sm break-all">{url}</code>
            <CopyButton value={url} label="Copy address" className="-my-2" />
          </dd>
          {data ? (
            <>
              <dt className="text-muted-foreground">Asked</dt>
              <dd>
                <Moment at={data.checkedAt} />
              </dd>
            </>
          ) : null}
        </dl>
        <p className="max-w-prose text-muted-foreground">
          Users, guilds and applications are kept there; nothing of them is stored here.
        </p>
      </CardContent>
      <CardFooter>
        <Button busy={isFetching} onClick={() => void refetch()}>
          Ask again
        </Button>
        <Link href="/applications/new" className={buttonVariants({ variant: "primary" })}>
          Create application
        </Link>
      </CardFooter>
    </Card>
  );
}
