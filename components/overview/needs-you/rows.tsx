import { applyTitles, applyWords } from "@/components/running/running-words";
import { partWords } from "@/components/shell/status-words";
import { waitingIn } from "@/components/settings/queries/running";
import { countOf } from "@/components/settings/store/words";
import { Ago, Moment } from "@/components/ui/moment";
import { buttonVariants } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { BackUpButton } from "@/components/upkeep/back-up-button";
import { Changes, upgradeWords } from "@/components/settings/rows/upgrade-changes";
import type { ApplyView, RunningReport, ServerChange } from "@/lib/shared/contract/running";
import { isEnded, waitsForOperator } from "@/lib/shared/contract/values";
import type { PartNow, WatchAnswer } from "@/lib/shared/contract/watch";
import { settingOfAny } from "@/lib/shared/settings/editions";
import { type Certificate, certificatesOf, day, lasted } from "../watch/words";
import { NeedsRow } from "./needs-row";

/** A certificate is listed if it expires within this number of days. */
const soon = 14;
/** A backup older than this (ms) is out of date. A failed apply older than this is not listed. */
const week = 7 * day;
const mostNamed = 3;

const link = (href: string, words: string, variant?: "primary") => (
  <Link href={href} className={buttonVariants({ variant, size: "sm" })}>
    {words}
  </Link>
);
const list = (names: readonly string[]): string => new Intl.ListFormat("en").format(names);

export function PendingRow({ report, isTrouble }: { report: RunningReport; isTrouble: boolean }) {
  const waiting = waitingIn(report);
  const names = waiting.map(({ path }) => settingOfAny(path)?.label ?? path);
  const more = names.length - mostNamed;
  const shown = more > 1 ? [...names.slice(0, mostNamed), `${more} more`] : names;
  const isApplying = report.apply !== null && !isEnded(report.apply.state);
  return (
    <NeedsRow
      title={`${countOf(waiting.length, "change")} to apply`}
      actions={
        report.reload === null || isApplying
          ? link("/running", "Review")
          : link("/running?apply", `${applyWords(report)}…`, isTrouble ? undefined : "primary")
      }
      detail={
        <>
          {list(shown)}
          {report.plan ? (
            <>
              {" "}
              · planned for <Moment at={report.plan.at} />
            </>
          ) : null}
        </>
      }
    />
  );
}

/** Whether an apply is waiting for an operator's decision, or failed within the last week. */
export const needsLook = ({ state, endedAt }: ApplyView, now: number): boolean =>
  isEnded(state)
    ? (state === "failed" || state === "rolled-back") && now - Date.parse(endedAt ?? "") < week
    : waitsForOperator(state);

export function ApplyRow({ apply: { id, state, version, actor, at, reason } }: { apply: ApplyView }) {
  const applyName = version === null ? "The last apply" : `The apply of version ${version}`;
  const hasEnded = isEnded(state);
  return (
    <NeedsRow
      tone={hasEnded ? "warning" : "danger"}
      title={
        state === "rolled-back"
          ? `${applyName} was rolled back`
          : hasEnded
            ? `${applyName} failed`
            : applyTitles[state]
      }
      detail={
        <>
          {actor} · <Ago at={at} />
        </>
      }
      actions={
        hasEnded
          ? link(`/running/applies/${id}`, "See what happened")
          : link("/running", "Choose what to do", "primary")
      }
    >
      {reason}
    </NeedsRow>
  );
}

/** An apply this long before an outage (ms) may be its cause. */
const suspicious = day;

export function BeforeOutageRow({ apply, since }: { apply: ApplyView; since: number }) {
  const ended = Date.parse(apply.endedAt ?? apply.at);
  const version = apply.version === null ? "The file" : `Version ${apply.version}`;
  return (
    <NeedsRow
      title={`${version} was applied ${lasted(since - ended)} before the outage`}
      detail={
        <>
          {apply.actor} · <Ago at={apply.at} />
        </>
      }
      actions={link(`/running/applies/${apply.id}`, "See what it changed")}
    />
  );
}

export const isBeforeOutage = ({ state, endedAt }: ApplyView, since: number): boolean => {
  const age = since - Date.parse(endedAt ?? "");
  return (state === "confirmed" || state === "kept") && age >= 0 && age < suspicious;
};

export const endingCertificates = (parts: readonly PartNow[]): Certificate[] =>
  certificatesOf(parts).filter(({ days }) => days <= soon);

export function CertificateRow({ certificates }: { certificates: readonly Certificate[] }) {
  const isOne = certificates.length === 1;
  const hasExpired = certificates.some(({ days }) => days < 0);
  const one = `A certificate ${hasExpired ? "has expired" : "expires soon"}`;
  const several = `Certificates ${hasExpired ? "have expired or expire soon" : "expire soon"}`;
  return (
    <NeedsRow tone={hasExpired ? "danger" : "warning"} title={isOne ? one : several}>
      {certificates.map(certificateEnd).join(" ")} Renew {isOne ? "it where it is" : "them where they are"}{" "}
      installed, then choose “Check now”.
    </NeedsRow>
  );
}

const certificateEnd = ({ name, days }: Certificate): string =>
  days < 0
    ? `The ${partWords[name]}'s certificate has expired.`
    : `The ${partWords[name]}'s certificate expires in ${countOf(days, "day")}.`;

const upgradeShown = 30 * day;

export const recentUpgrade = (report: RunningReport | undefined, now: number): ServerChange | null => {
  const [last] = report?.upgrades ?? [];
  return last && now - Date.parse(last.at) < upgradeShown ? last : null;
};

/** Reports an upgrade of the server, with what it changed. Operators hide it once they have seen it. */
export function UpgradeRow({ change: { at, how, report } }: { change: ServerChange }) {
  return (
    <NeedsRow
      tone="accent"
      title={`The server was ${how}`}
      detail={
        <>
          {report === null ? "settings not compared" : upgradeWords(report)} · <Ago at={at} />
        </>
      }
      actions={link("/instance#server", "See the versions")}
    >
      {report === null ? (
        <p>
          The instance did not report its whole configuration before and after. Set an operator token on the
          Instance page.
        </p>
      ) : (
        <Changes report={report} />
      )}
    </NeedsRow>
  );
}

export function ExposedMetricsRow({ addresses }: { addresses: readonly string[] }) {
  return (
    <NeedsRow title="The instance’s metrics are public">
      <p>
        {addresses.length === 1 ? "This address answers" : "These addresses answer"} without a sign-in, and{" "}
        {addresses.length === 1 ? "lists" : "list"} the paths of all requests. Let the reverse proxy refuse{" "}
        <code>/metrics</code>.
      </p>
      <ul className="mt-1">
        {addresses.map((address) => (
          <li key={address} className="font-mono text-xs break-all">
            {address}
          </li>
        ))}
      </ul>
    </NeedsRow>
  );
}

export const isBackupDue = ({ backup, backupProblem, at }: WatchAnswer): boolean =>
  backup === null || backupProblem !== null || at - backup.at > week;

export function BackupRow({ watch: { backup, backupProblem, at } }: { watch: WatchAnswer }) {
  const age = backup && `No backup for ${Math.floor((at - backup.at) / day)} days`;
  return (
    <NeedsRow
      tone={backupProblem ? "danger" : "warning"}
      title={backupProblem ? "The last backup failed" : (age ?? "There is no backup")}
      detail={backupProblem ? <Ago at={backupProblem.at} /> : undefined}
      actions={link("/backups", backupProblem ? "See backups" : "Schedule backups")}
    >
      <p>
        {backupProblem?.reason ??
          "A backup contains the panel's database, the configuration file and the panel's secret."}
      </p>
      <div className="mt-2">
        <BackUpButton />
      </div>
    </NeedsRow>
  );
}
