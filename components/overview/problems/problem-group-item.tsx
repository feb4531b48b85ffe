import { CircleAlert, TriangleAlert } from "lucide-react";
import { SettingLink } from "@/components/settings/rows/setting-link";
import type { ConfigSnapshot, Problem, Severity } from "@/lib/shared/contract/config-snapshot";
import { settingOfAny } from "@/lib/shared/settings/editions";
import { AddressForm } from "../addresses/address-form";
import { FixButton } from "./fix-button";
import { titleOfOne, wordsOf } from "./group-words";
import { addressRule, type ProblemGroup, sharedFix } from "./problem-groups";

/** How many settings of a group are listed before the rest is folded. */
const mostListed = 5;

/** One thing that is wrong, with whatever settings it concerns. */
export function ProblemGroupItem({ group, document }: { group: ProblemGroup; document: ConfigSnapshot }) {
  const [first, ...others] = group.problems;
  return (
    <li className="flex gap-3 py-3">
      <SeverityIcon severity={group.severity} />
      <div className="flex min-w-0 flex-1 flex-col gap-3">
        {group.rule === addressRule ? (
          <>
            <div className={row}>
              <Heading group={group} />
            </div>
            {/* On a small screen the fields need the icon's column, too. */}
            <div className="max-sm:-ml-7">
              <AddressForm document={document} paths={group.problems.flatMap(({ path }) => path ?? [])} />
            </div>
          </>
        ) : others.length === 0 ? (
          <Single problem={first} />
        ) : (
          <Several group={group} />
        )}
      </div>
    </li>
  );
}

function SeverityIcon({ severity }: { severity: Severity }) {
  const isError = severity === "error";
  const Icon = isError ? CircleAlert : TriangleAlert;
  return (
    <Icon
      aria-label={isError ? "Error" : "Warning"}
      role="img"
      className={`mt-0.5 size-4 shrink-0 ${isError ? "text-danger-text" : "text-warning-text"}`}
    />
  );
}

/** The text on the left, its buttons on the right, or below it if there is not enough space. */
const row = "flex flex-wrap items-start justify-between gap-x-4 gap-y-2";

function Single({ problem }: { problem: Problem }) {
  return (
    <div className={row}>
      <div className="min-w-0 flex-1 basis-72">
        <ProblemName problem={problem} />
        <p className="wrap-anywhere">{problem.message}</p>
        <Place problem={problem} />
      </div>
      <FixButton fix={problem.fix} of={labelOf(problem)} />
    </div>
  );
}

function Heading({ group }: { group: ProblemGroup }) {
  const { title, message } = wordsOf(group);
  if (title === undefined) return null;
  return (
    <div className="min-w-0 flex-1 basis-72">
      <p className="font-medium wrap-anywhere">{title}</p>
      {message ? <p className="wrap-anywhere">{message}</p> : null}
    </div>
  );
}

function Several({ group }: { group: ProblemGroup }) {
  const { fixLabel, title } = wordsOf(group);
  const fix = sharedFix(group);
  const items = group.problems.map((problem) => (
    <li key={`${problem.path}${problem.message}`} className={row}>
      <span className="min-w-0 flex-1 basis-64">
        <ProblemName problem={problem} plain={title !== undefined} />
        {title !== undefined ? null : <span className="block wrap-anywhere">{problem.message}</span>}
        <Place problem={problem} />
      </span>
      {fix ? null : <FixButton fix={problem.fix} of={labelOf(problem)} />}
    </li>
  ));
  const folded = items.length - mostListed;
  return (
    <>
      <div className={`${row} empty:hidden`}>
        <Heading group={group} />
        {fix ? <FixButton fix={{ ...fix, label: fixLabel ?? fix.label }} /> : null}
      </div>
      <ul className={`flex flex-col ${title === undefined ? "gap-3" : "gap-1"}`}>
        {folded > 1 ? items.slice(0, mostListed) : items}
      </ul>
      {folded > 1 ? (
        <details className="group">
          <summary className="cursor-pointer text-sm text-muted-foreground hover:text-foreground max-sm:min-h-11">
            {folded} more
          </summary>
          <ul className="mt-1 flex flex-col gap-1">{items.slice(mostListed)}</ul>
        </details>
      ) : null}
    </>
  );
}

function labelOf({ path }: Problem): string | undefined {
  return path === undefined ? undefined : settingOfAny(path)?.label;
}

/** The setting that has the problem, as a link to it; nothing for a problem of the file as a whole. */
function ProblemName({ problem, plain }: { problem: Problem; plain?: boolean }) {
  const label = labelOf(problem);
  if (label === undefined || problem.path === undefined) {
    return plain ? <span>{problem.path}</span> : null;
  }
  return (
    <SettingLink
      path={problem.path}
      className={`text-accent-text underline-offset-4 hover:underline ${plain ? "" : "font-medium"}`}
    >
      {(plain ? undefined : titleOfOne(problem)) ?? label}
    </SettingLink>
  );
}

function Place({ problem: { line, column } }: { problem: Problem }) {
  if (line === undefined) return null;
  return (
    <p className="text-sm text-muted-foreground">
      Line {line}
      {column === undefined ? "" : `, column ${column}`}
    </p>
  );
}
