import { StateMark } from "@/components/ui/state-mark";
import { isClientCheck } from "@/lib/shared/contract/values";
import type { ApplyCheck, ReloadWay } from "@/lib/shared/contract/running";
import { checkWords, partWords, timeWords } from "./check-words";

interface ApplyChecksProps {
  checks: readonly ApplyCheck[];
  isWaiting: boolean;
  /** How the file is applied. After a reload, no process is expected to have restarted. */
  way: ReloadWay;
}

/** Shows each check with its result, its duration, and whether its process has restarted. */
export function ApplyChecks({ checks, isWaiting, way }: ApplyChecksProps) {
  return (
    <ul aria-label="Checks" className="flex flex-col gap-1">
      {checks.map((check) => (
        <li key={check.name} className="flex min-w-0 items-start gap-2 text-sm">
          <State check={check} isWaiting={isWaiting} />
          <span className="min-w-0 flex-1 wrap-anywhere">
            {check.isIgnored ? (
              <span className="text-muted-foreground">
                {isClientCheck(check.name)
                  ? `Also failed before the apply: ${checkWords(check.name)}`
                  : `${partWords(check.name)} was already down before the apply.`}
              </span>
            ) : (
              <>
                {checkWords(check.name)}
                {check.reason === undefined ? null : (
                  <span className="block text-muted-foreground">{check.reason}</span>
                )}
              </>
            )}
          </span>
          <span className="shrink-0 text-muted-foreground tabular-nums">{factsOf(check, way)}</span>
        </li>
      ))}
    </ul>
  );
}

const restartable: readonly ApplyCheck["name"][] = ["api", "gateway", "cdn"];

function factsOf({ name, isUp, ms, hasRestarted }: ApplyCheck, way: ReloadWay): string {
  const isShown = isUp && way !== "broker" && restartable.includes(name);
  return [
    isShown ? (hasRestarted ? "restarted" : "no restart seen") : [],
    isUp && ms !== undefined ? timeWords(ms) : [],
  ]
    .flat()
    .join(" · ");
}

function State({ check: { isUp, isIgnored }, isWaiting }: { check: ApplyCheck; isWaiting: boolean }) {
  if (isUp) return <StateMark state="good" word="Yes" />;
  if (isIgnored) return <StateMark state="none" word="Ignored" />;
  return isWaiting ? <StateMark state="busy" word="Waiting" /> : <StateMark state="failed" word="No" />;
}
