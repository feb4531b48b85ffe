"use client";

import { Card } from "@/components/ui/card";
import { Ago, useNow, useZone } from "@/components/ui/moment";
import { Changes } from "@/components/settings/rows/upgrade-changes";
import { useStatus } from "@/components/shell/queries/status";
import type { RunningReport, ServerChange, ServerVersion } from "@/lib/shared/contract/running";
import { type Edition, editions } from "@/lib/shared/settings/editions";
import { Claim, type ClaimProps } from "./claims";
import { timeOf } from "./evidence";

/** What the instance reported before an outage proves nothing about now. */
function useReported(): Pick<ClaimProps, "mark" | "evidence"> {
  const api = useStatus()?.parts.find(({ name }) => name === "api");
  return api?.isUp === false
    ? { mark: "none", evidence: "reported before the outage" }
    : { mark: "good", evidence: "reported by the instance" };
}

export function ProcessClaim({ report: { startedAt } }: { report: RunningReport }) {
  const zone = useZone();
  const now = useNow();
  const reported = useReported();
  if (startedAt === null) return null;
  return (
    <Claim subject="Process" {...reported}>
      Running since {timeOf(Date.parse(startedAt), now, zone)}
    </Claim>
  );
}

/** The server program, if the instance reports it, what the panel knows of this version, and earlier upgrades. */
export function ServerCard({ report: { server, upgrades } }: { report: RunningReport }) {
  const reported = useReported();
  if (server === null) return null;
  const described = editions().find(({ implementation }) => implementation === server.implementation);
  return (
    <Card id="server" className="scroll-mt-20" title="Server version">
      <ul className="divide-y">
        <Claim subject="Server" {...reported}>
          {server.implementation}, <Revision version={server} />
        </Claim>
        <DescribedClaim server={server} edition={described} />
        {upgrades.map((change) => (
          <UpgradeClaim key={change.at} change={change} />
        ))}
      </ul>
    </Card>
  );
}

const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });

function Revision({ version: { rev, date } }: { version: Pick<ServerVersion, "rev" | "date"> }) {
  return (
    <>
      {rev === null ? "unknown commit" : <code className="text-sm">{rev.slice(0, 8)}</code>}
      {date === null ? null : <> of {day.format(Date.parse(date))}</>}
    </>
  );
}

function DescribedClaim({ server, edition }: { server: ServerVersion; edition: Edition | undefined }) {
  const described = edition?.describes ?? null;
  if (described === null)
    return (
      <Claim subject="Settings" mark="warning">
        The panel does not know the settings of this program. An edition file can describe them.
      </Claim>
    );
  if (server.rev?.startsWith(described.rev))
    return (
      <Claim subject="Settings" mark="good">
        The panel describes the settings of this version.
      </Claim>
    );
  const isOlder = server.date !== null && Date.parse(server.date) < Date.parse(described.date);
  return (
    <Claim
      subject="Settings"
      mark="warning"
      detail={
        isOlder
          ? "This server is older. It ignores settings that came later, and its defaults may differ."
          : "Settings that came since then are unrecognized keys, and defaults may differ. An edition file can describe them."
      }
    >
      The panel describes the settings of <Revision version={described} />.
    </Claim>
  );
}

function UpgradeClaim({ change: { at, from, how, report } }: { change: ServerChange }) {
  return (
    <Claim
      subject={{ upgraded: "Upgrade", downgraded: "Downgrade", changed: "Change" }[how]}
      mark="none"
      evidence={<Ago at={at} />}
      detail={report === null ? "The instance did not report its settings." : <Changes report={report} />}
    >
      From <Revision version={from} />
    </Claim>
  );
}
