import { Check, CircleAlert, Minus, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import type { Preflight, PreflightLevel, PreflightPart } from "@/lib/shared/contract/preflight";

/** What a preflight found: problems first, then in one line what is right. @param children further lines */
export function PreflightList({ preflight, children }: { preflight: Preflight; children?: ReactNode }) {
  const of = (level: PreflightLevel) => preflight.parts.filter((part) => part.level === level);
  const good = of("green");
  return (
    <ul className="flex flex-col gap-2">
      {[...of("red"), ...of("amber")].map((part) => (
        <Findings key={part.name} part={part} />
      ))}
      {children}
      {good.length > 0 ? (
        <PreflightLine level="green">{good.map(({ title }) => title).join(", ")}</PreflightLine>
      ) : null}
    </ul>
  );
}

function Findings({ part: { title, level, findings } }: { part: PreflightPart }) {
  return findings
    .filter((finding) => finding.level === level)
    .map(({ message, target }) => (
      <PreflightLine key={message} level={level} detail={message}>
        {target === undefined ? title : `${title}: ${target}`}
      </PreflightLine>
    ));
}

const marks: Readonly<Record<PreflightLevel | "none", [ReactNode, string]>> = {
  green: [<Check key="" aria-hidden="true" className="size-4 text-success-text" />, "No problem:"],
  amber: [<TriangleAlert key="" aria-hidden="true" className="size-4 text-warning-text" />, "Warning:"],
  red: [<CircleAlert key="" aria-hidden="true" className="size-4 text-danger-text" />, "Problem:"],
  none: [<Minus key="" aria-hidden="true" className="size-4 text-muted-foreground" />, "Ignored:"],
};

interface PreflightLineProps {
  level: PreflightLevel | "none";
  detail?: string | undefined;
  children: ReactNode;
}

export function PreflightLine({ level, detail, children }: PreflightLineProps) {
  const [icon, words] = marks[level];
  return (
    <li className="flex min-w-0 items-start gap-2">
      <span className="mt-0.5 shrink-0">
        {icon}
        <VisuallyHidden>{words}</VisuallyHidden>
      </span>
      <span className="min-w-0 wrap-anywhere">
        {children}
        {detail === undefined ? null : <span className="block text-sm text-muted-foreground">{detail}</span>}
      </span>
    </li>
  );
}
