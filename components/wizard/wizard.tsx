"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { useInstance } from "@/components/instance/instance-provider";
import { Stepper } from "@/components/ui/stepper";
import { AccountBar } from "./account-bar";
import { ConnectStep } from "./connect-step";
import { position, Step, type WizardState } from "./step";
import type { WizardApplication } from "./use-create-application";

export type { WizardApplication };

const steps = [
  { id: "application", title: "Application" },
  { id: "bot", title: "Bot" },
  { id: "guild", title: "Guild" },
  { id: "permissions", title: "Permissions" },
] as const;

const remoteSteps = [{ id: "account", title: "Account" }, ...steps] as const;

/**
 * Create an application, create its bot, authorize it into a guild. What has been done stays done: each step only moves
 * on after its request succeeded, and the application's id in the address lets a reload go on where it was. Beside an
 * existing instance an account of it is connected first, and again whenever its token is refused.
 */
export function Wizard({ resumed }: { resumed: WizardApplication | undefined }) {
  const { remote, connected } = useInstance();
  const [state, setState] = useState<WizardState>(() =>
    resumed ? { at: "bot", application: resumed } : { at: "application" },
  );
  const [round, setRound] = useState(0);
  const router = useRouter();
  const isConnecting = remote !== null && connected === null;
  const work = useFocusOnReturn(isConnecting);

  function go(next: WizardState) {
    if (state.at === "application" || state.at === "existing") rememberApplication(next);
    setState(next);
  }

  function restart() {
    router.push("/applications/new");
    setState({ at: "application" });
    setRound(round + 1);
  }

  const at = remote === null ? position[state.at] : isConnecting ? 0 : position[state.at] + 1;
  return (
    <div className="flex flex-col gap-6">
      <Stepper steps={remote === null ? steps : remoteSteps} current={at} />
      <AccountBar />
      {remote !== null && isConnecting ? <ConnectStep remote={remote} /> : null}
      {/* Out of sight rather than gone while an account is connected again: what was typed is kept. */}
      <div ref={work} hidden={isConnecting}>
        <Step key={`${round} ${state.at}`} state={state} setState={go} onRestart={restart} />
      </div>
    </div>
  );
}

function rememberApplication(next: WizardState): void {
  const application: WizardApplication | undefined = "application" in next ? next.application : undefined;
  if (application) window.history.replaceState(null, "", `?application=${application.id}`);
}

/** The step that comes back into sight is read as a new one would be. */
function useFocusOnReturn(isAway: boolean) {
  const work = useRef<HTMLDivElement>(null);
  const wasAway = useRef(isAway);
  useEffect(() => {
    if (wasAway.current && !isAway) work.current?.querySelector("h2")?.focus();
    wasAway.current = isAway;
  }, [isAway]);
  return work;
}
