import { SettingLink } from "@/components/settings/rows/setting-link";
import type { ConfigSnapshot, Problem } from "@/lib/shared/contract/config-snapshot";
import { settingOfAny } from "@/lib/shared/settings/editions";
import { AddressForm } from "../addresses/address-form";
import { FixButton } from "./fix-button";
import { NeedsRow } from "./needs-row";
import { addressRule, type ProblemGroup, sharedFix, titleOfOne, wordsOf } from "./problem-groups";

/** Maximum number of settings that are listed. Further settings are folded. */
const mostNamed = 5;

interface ProblemRowProps {
  group: ProblemGroup;
  document: ConfigSnapshot;
}

export function ProblemRow({ group, document }: ProblemRowProps) {
  const { problems, severity, rule } = group;
  const tone = severity === "error" ? "danger" : "warning";
  const { title, message, fixLabel } = wordsOf(group);
  if (rule === addressRule)
    return (
      <NeedsRow tone={tone} title={title}>
        <p>{message}</p>
        {/* On small screens, the address form also uses the space below the icon. */}
        <div className="mt-2 text-base text-foreground max-sm:-ml-7">
          <AddressForm document={document} paths={problems.flatMap(({ path }) => path ?? [])} />
        </div>
      </NeedsRow>
    );
  const [problem] = problems;
  if (problems.length === 1) {
    const name = <ProblemName problem={problem} title={titleOfOne(problem)} />;
    const isNamed = labelOf(problem) !== undefined;
    return (
      <NeedsRow
        tone={tone}
        title={isNamed ? name : problem.message}
        actions={<FixButton fix={problem.fix} of={labelOf(problem)} />}
      >
        {isNamed ? problem.message : null} {placeOf(problem)}
      </NeedsRow>
    );
  }
  const fix = sharedFix(group);
  const names = problems.map((one, index) => (
    <span key={`${one.path}${one.line}`}>
      {index > 0 ? ", " : ""}
      <ProblemName problem={one} />
      {fix || one.fix === undefined ? null : (
        <>
          {" "}
          <FixButton fix={one.fix} of={labelOf(one)} />
        </>
      )}
    </span>
  ));
  const folded = names.length - mostNamed;
  return (
    <NeedsRow
      tone={tone}
      title={title}
      actions={fix ? <FixButton fix={{ ...fix, label: fixLabel ?? fix.label }} /> : null}
    >
      {message ? <>{message} </> : null}
      {folded > 1 ? names.slice(0, mostNamed) : names}
      {folded > 1 ? (
        <details className="mt-1">
          <summary className="cursor-pointer hover:text-foreground max-sm:min-h-11">{folded} more</summary>
          {names.slice(mostNamed)}
        </details>
      ) : null}
    </NeedsRow>
  );
}

function labelOf({ path }: Problem): string | undefined {
  return path === undefined ? undefined : settingOfAny(path)?.label;
}

/** Links to the setting with the problem. An unrecognized key is shown as its path. */
function ProblemName({ problem, title }: { problem: Problem; title?: string }) {
  const label = labelOf(problem);
  if (label === undefined || problem.path === undefined) return <>{problem.path ?? placeOf(problem)}</>;
  return (
    <SettingLink path={problem.path} className="text-accent-text underline-offset-4 hover:underline">
      {title ?? label}
    </SettingLink>
  );
}

function placeOf({ line, column }: Problem): string {
  if (line === undefined) return "";
  return `Line ${line}${column === undefined ? "" : `, column ${column}`}.`;
}
