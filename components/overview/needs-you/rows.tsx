import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import { applyTitles, applyWords } from "@/components/running/running-words";
import { waitingIn } from "@/components/settings/queries/running";
import { countOf } from "@/components/settings/store/words";
import { Ago, Moment, useZone } from "@/components/ui/moment";
import { buttonVariants } from "@/components/ui/button";
import type { CalloutProps } from "@/components/ui/callout";
import { Link } from "@/components/ui/link";
import type { Tone } from "@/components/ui/cn";
import { BackUpButton } from "@/components/upkeep/back-up-button";
import type { ApplyView, RunningReport } from "@/lib/shared/contract/running";
import { isEnded } from "@/lib/shared/contract/values";
import type { PartNow, WatchAnswer } from "@/lib/shared/contract/watch";
import { settingOfAny } from "@/lib/shared/settings/editions";
import { partWords } from "@/components/shell/status-words";
import { type Certificate, certificatesOf, clock, day } from "../watch/words";

/** A certificate is listed if it expires within this number of days. */
const soon = 14;
/** A backup older than this (ms) is out of date. A failed apply older than this is not listed. */
const week = 7 * day;
/** Maximum number of settings to list by name. */
const mostNamed = 3;

const link = (href: string, words: string, variant?: "primary") => (
  <Link href={href} className={buttonVariants({ variant, size: "sm" })}>
    {words}
  </Link>
);
const list = (names: readonly string[]): string => new Intl.ListFormat("en").format(names);

/** Lists saved settings that the instance has not loaded yet. */
export function PendingRow({ report }: { report: RunningReport }) {
  const waiting = waitingIn(report);
  const names = waiting.map(({ path }) => settingOfAny(path)?.label ?? path);
  const more = names.length - mostNamed;
  const shown = more > 1 ? [...names.slice(0, mostNamed), `${more} more`] : names;
  const isApplying = report.apply !== null && !isEnded(report.apply.state);
  const isRestart = waiting.some(({ needs }) => needs === "restart");
  return (
    <NeedsRow
      title={`${countOf(waiting.length, "change is", "changes are")} not in effect yet`}
      actions={
        report.reload === null || isApplying
          ? link("/running", "Review")
          : link("/running?apply", `${applyWords(report)}…`, "primary")
      }
    >
      {list(shown)} · {waiting.length === 1 ? "needs" : "need"} a {isRestart ? "restart" : "reload"}
      {report.plan ? (
        <>
          {" "}
          · planned for <Moment at={report.plan.at} />
        </>
      ) : null}
    </NeedsRow>
  );
}

/** Whether an apply is waiting for an operator's decision, or failed within the last week. */
export const needsLook = ({ state, endedAt }: ApplyView, now: number): boolean =>
  isEnded(state)
    ? (state === "failed" || state === "rolled-back") && now - Date.parse(endedAt ?? "") < week
    : state === "asking" || state === "contested";

/** Shows an apply that failed or is waiting for an operator's decision. */
export function ApplyRow({ apply: { id, state, version, actor, at, reason } }: { apply: ApplyView }) {
  const of = version === null ? "The last apply" : `The apply of version ${version}`;
  const hasEnded = isEnded(state);
  return (
    <NeedsRow
      tone="danger"
      title={
        state === "rolled-back" ? `${of} was rolled back` : hasEnded ? `${of} failed` : applyTitles[state]
      }
      actions={
        hasEnded
          ? link(`/running/applies/${id}`, "See what happened")
          : link("/running", "Choose what to do", "primary")
      }
    >
      {reason ? <>{reason} · </> : null}
      {actor} · <Ago at={at} />
    </NeedsRow>
  );
}

const sectionOf: Readonly<Record<PartNow["name"], string>> = {
  api: "api",
  gateway: "gateway",
  cdn: "cdn",
  broker: "broker",
  mail: "email",
};

/** Lists the services of the instance that do not respond. */
export function DownRow({ down, watch }: { down: readonly PartNow[]; watch: WatchAnswer }) {
  const zone = useZone();
  const [first] = down;
  const open = watch.outages.filter(({ to, part }) => to === null && down.some(({ name }) => name === part));
  const since = open.length > 0 ? Math.min(...open.map(({ from }) => from)) : null;
  const reasons = [...new Set(down.flatMap(({ reason }) => reason ?? []))];
  if (!first) return null;
  return (
    <NeedsRow
      tone="danger"
      title={`${list(down.map(({ name }) => partWords[name]))} ${down.length === 1 ? "does" : "do"} not respond`}
      actions={link(`/settings/${sectionOf[first.name]}`, "Check the address")}
    >
      {since === null ? null : `Since ${clock(since, watch.at, zone)}. `}
      {reasons.join(" ")}
    </NeedsRow>
  );
}

/** Returns the certificates that expire soon, the earliest first. */
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

/** Whether the last backup failed or is out of date. */
export const isBackupDue = ({ backup, backupProblem, at }: WatchAnswer): boolean =>
  backup === null || backupProblem !== null || at - backup.at > week;

/** States that the last backup failed or is out of date. */
export function BackupRow({ watch: { backup, backupProblem, at } }: { watch: WatchAnswer }) {
  const age = backup && `No backup for ${Math.floor((at - backup.at) / day)} days`;
  return (
    <NeedsRow
      tone={backupProblem ? "danger" : "warning"}
      title={backupProblem ? "The last backup failed" : (age ?? "There is no backup")}
      actions={
        <>
          {link("/backups", backupProblem ? "See backups" : "Schedule backups")}
          <BackUpButton />
        </>
      }
    >
      {backupProblem ? (
        <>
          {backupProblem.reason} · <Ago at={backupProblem.at} />
        </>
      ) : (
        "A backup contains the panel's database, the configuration file and the panel's secret."
      )}
    </NeedsRow>
  );
}

const icons = {
  neutral: { Icon: Info, word: "Note", color: "text-muted-foreground" },
  accent: { Icon: Info, word: "Note", color: "text-accent-text" },
  warning: { Icon: TriangleAlert, word: "Warning", color: "text-warning-text" },
  danger: { Icon: CircleAlert, word: "Error", color: "text-danger-text" },
  success: { Icon: CircleCheck, word: "Done", color: "text-success-text" },
} satisfies Record<Tone, unknown>;

/**
 * An entry of "Needs you", with a reason and an action. It has the same props as `Callout`, so that it can
 * replace a callout.
 */
export function NeedsRow({ tone = "warning", title, actions, children }: CalloutProps) {
  const { Icon, word, color } = icons[tone];
  return (
    <li className="flex gap-3 px-4 py-2.5 sm:px-6">
      <Icon role="img" aria-label={word} className={`mt-0.5 size-4 shrink-0 ${color}`} />
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-72">
          <p className="font-medium wrap-anywhere">{title}</p>
          <div className="max-w-prose text-sm wrap-anywhere text-muted-foreground @4xl:max-w-4xl">
            {children}
          </div>
        </div>
        {actions ? <div className="flex min-w-0 flex-wrap gap-2">{actions}</div> : null}
      </div>
    </li>
  );
}
