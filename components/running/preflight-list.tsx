import type { ReactNode } from "react";
import { StateMark } from "@/components/ui/state-mark";
import type { Preflight, PreflightLevel, PreflightPart } from "@/lib/shared/contract/checks";

/** @param children additional lines */
export function PreflightList({ preflight, children }: { preflight: Preflight; children?: ReactNode }) {
  const partsAt = (level: PreflightLevel) => preflight.parts.filter((part) => part.level === level);
  const good = partsAt("green");
  return (
    <ul className="flex flex-col gap-2">
      {(["red", "amber"] as const).flatMap((level) =>
        [...namesByMessage(partsAt(level))].map(([message, names]) => (
          <PreflightLine key={message} level={level} detail={message}>
            {names.join(", ")}
          </PreflightLine>
        )),
      )}
      {children}
      {good.length > 0 ? (
        <PreflightLine level="green">{good.map(({ title }) => title).join(", ")}</PreflightLine>
      ) : null}
    </ul>
  );
}

/** An instance that is down has the same problem at each of its addresses. */
function namesByMessage(parts: readonly PreflightPart[]): Map<string, string[]> {
  const names = new Map<string, string[]>();
  for (const { title, level, findings } of parts)
    for (const { message, target, level: own } of findings)
      if (own === level)
        names.set(message, [
          ...(names.get(message) ?? []),
          target === undefined ? title : `${title}: ${target}`,
        ]);
  return names;
}

const marks: Readonly<Record<PreflightLevel | "none", ReactNode>> = {
  green: <StateMark state="good" word="No problem" />,
  amber: <StateMark state="warning" word="Warning" />,
  red: <StateMark state="problem" word="Problem" />,
  none: <StateMark state="none" word="Ignored" />,
};

interface PreflightLineProps {
  level: PreflightLevel | "none";
  detail?: string | undefined;
  children: ReactNode;
}

export function PreflightLine({ level, detail, children }: PreflightLineProps) {
  return (
    <li className="flex min-w-0 items-start gap-2">
      {marks[level]}
      <span className="min-w-0 wrap-anywhere">
        {children}
        {detail === undefined ? null : <span className="block text-sm text-muted-foreground">{detail}</span>}
      </span>
    </li>
  );
}
