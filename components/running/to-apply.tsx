import { BadgeCheck, RotateCcw } from "lucide-react";
import { waitingIn } from "@/components/settings/queries/running";
import { Card, CardContent } from "@/components/ui/card";
import type { ApplyStep, RunningReport } from "@/lib/shared/contract/running";
import { PendingList } from "./change-list";
import { timeWords } from "./check-words";
import { consequenceOf, rollbackWords } from "./running-words";

export function ToApply({ report }: { report: RunningReport }) {
  const { settings, ways, reload, apply } = report;
  const others = settings.filter(({ state }) => state === "environment");
  const way = ways.find((one) => one.way === reload);
  return (
    <>
      <Card
        aria-label="Changes"
        title="Changes"
        action={<span className="text-sm text-muted-foreground">in effect → to apply</span>}
      >
        <PendingList settings={waitingIn(report)} label="Changes to apply" isRestart={way?.isRestart} />
      </Card>
      {others.length > 0 ? <FromEnvironment settings={others} /> : null}
      {way ? (
        <Card title="What will happen">
          <CardContent>
            <ol className="flex flex-col gap-3">
              <Step
                icon={<RotateCcw />}
                title={way.isRestart ? "The instance restarts" : "The instance reloads the file"}
                ms={lastTime(apply, "applying")}
              >
                {consequenceOf(way)}
              </Step>
              <Step
                icon={<BadgeCheck />}
                title="The panel verifies the version as a client"
                ms={lastTime(apply, "confirming")}
              />
            </ol>
          </CardContent>
          <p className="border-t px-4 py-2.5 text-sm text-muted-foreground sm:px-6">
            {rollbackWords(report)}
          </p>
        </Card>
      ) : null}
    </>
  );
}

interface StepProps {
  icon: React.ReactNode;
  title: string;
  /** How long the step took in the last apply. */
  ms: number | undefined;
  children?: React.ReactNode;
}

function Step({ icon, title, ms, children }: StepProps) {
  return (
    <li className="flex items-start gap-3 [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-muted-foreground">
      {icon}
      <div className="min-w-0 flex-1">
        <p className="flex justify-between gap-3 font-medium">
          {title}
          {ms === undefined ? null : (
            <span className="shrink-0 text-sm font-normal text-muted-foreground">
              last time {timeWords(ms)}
            </span>
          )}
        </p>
        {children ? <p className="text-sm wrap-anywhere text-muted-foreground">{children}</p> : null}
      </div>
    </li>
  );
}

function lastTime(apply: RunningReport["apply"], state: ApplyStep["state"]): number | undefined {
  if (apply?.state !== "confirmed") return undefined;
  const step = apply.steps.find((one) => one.state === state);
  return step?.endedAt == null ? undefined : step.endedAt - step.at;
}

export function FromEnvironment({ settings }: { settings: RunningReport["settings"] }) {
  return (
    <Card>
      <details>
        <summary className="cursor-pointer px-4 py-3 sm:px-6">
          {settings.length === 1 ? "1 setting is" : `${settings.length} settings are`} possibly set by the
          instance&apos;s environment
          <span className="block text-sm text-muted-foreground">
            The instance uses other values for them. An apply does not change that.
          </span>
        </summary>
        <div className="border-t">
          <PendingList settings={settings} label="Settings possibly set by the environment" />
        </div>
      </details>
    </Card>
  );
}
