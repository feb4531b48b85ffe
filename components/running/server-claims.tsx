"use client";

import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import { Moment, useNow, useZone } from "@/components/ui/moment";
import type { RunningReport } from "@/lib/shared/contract/running";
import { Claim } from "./claims";
import { timeOf } from "./evidence";

/** Since when the instance's processes run, if it reports that. */
export function ProcessClaim({ report: { startedAt } }: { report: RunningReport }) {
  const zone = useZone();
  const now = useNow();
  if (startedAt === null) return null;
  return (
    <Claim subject="Process" mark="good" evidence="reported by the instance">
      Running since {timeOf(Date.parse(startedAt), now, zone)}
    </Claim>
  );
}

/** The server program, if the instance reports it. */
export function ServerCard({ report: { server } }: { report: RunningReport }) {
  if (server === null) return null;
  const { implementation, rev, date } = server;
  return (
    <Card>
      <CardHeader>
        <CardTitle>Server version</CardTitle>
      </CardHeader>
      <ul>
        <Claim subject="Server" mark="good" evidence="reported by the instance">
          {implementation}
          {rev === null ? null : (
            <>
              , commit <code className="text-sm">{rev.slice(0, 8)}</code>
            </>
          )}
          {date === null ? null : (
            <>
              {" "}
              of <Moment at={date} />
            </>
          )}
        </Claim>
      </ul>
    </Card>
  );
}
