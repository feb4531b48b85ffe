"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { useInstance } from "../account/instance-provider";
import { Stepper } from "@/components/ui/stepper";
import { AccountBar } from "./account-bar";
import { UnansweredBotStep } from "./bot-step";
import { ConnectStep } from "./connect-step";
import { position, Step, type StepProps, type WizardState } from "./step";
import type { WizardApplication } from "./use-create-application";
import { useNamedApplication } from "./use-named-application";

export type { WizardApplication };

const steps = [
  { id: "application", title: "Application" },
  { id: "bot", title: "Bot" },
  { id: "guild", title: "Guild" },
  { id: "permissions", title: "Permissions" },
] as const;

const remoteSteps = [{ id: "account", title: "Account" }, ...steps] as const;

/**
 * Create an application, create its bot, authorize it into a guild. Completed steps are not undone: each step moves on
 * only after its request succeeded, and the application's id in the address lets a reload continue at the same point.
 * With an upstream instance, an account is connected first, and again whenever its token is rejected.
 */
export function Wizard({
  resumed,
  isAtGuild,
  ...instance
}: {
  resumed: WizardApplication | undefined;
  /** Its bot exists and needs no token: begins with the guild. */
  isAtGuild: boolean;
} & Pick<StepProps, "addresses" | "makesBots">) {
  const { remote, connected } = useInstance();
  const [state, setState] = useState<WizardState>(() =>
    resumed ? { at: isAtGuild ? "guild" : "bot", application: resumed } : { at: "application" },
  );
  const [round, setRound] = useState(0);
  const router = useRouter();
  useResume(resumed);
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

  const { application, isAsking } = useNamedApplication(
    "application" in state ? state.application : undefined,
  );
  const named = "application" in state && application ? { ...state, application } : state;
  const at = remote === null ? position[state.at] : isConnecting ? 0 : position[state.at] + 1;
  return (
    <div className="flex flex-col gap-6">
      <Stepper steps={remote === null ? steps : remoteSteps} current={at} />
      <AccountBar />
      {remote !== null && isConnecting ? <ConnectStep remote={remote} /> : null}
      {/* Hidden rather than unmounted while an account is reconnected, so that typed text is kept. */}
      <div ref={work} hidden={isConnecting}>
        {isAsking && named.at === "bot" ? (
          <UnansweredBotStep id={named.application.id} />
        ) : (
          <Step key={`${round} ${state.at}`} state={named} setState={go} onRestart={restart} {...instance} />
        )}
      </div>
    </div>
  );
}

/**
 * The browser's way back or forth restores the page as it came at first, without the application that the address has named
 * since: asked for again, it comes with it.
 */
function useResume(resumed: WizardApplication | undefined): void {
  const router = useRouter();
  useEffect(() => {
    const isNamed = new URLSearchParams(window.location.search).has("application");
    if (isNamed && resumed === undefined) router.refresh();
  }, [resumed, router]);
}

function rememberApplication(next: WizardState): void {
  const application: WizardApplication | undefined = "application" in next ? next.application : undefined;
  if (application) window.history.replaceState(null, "", `?application=${application.id}`);
}

/** Focuses the step that is shown again, so that it is announced like a new one. */
function useFocusOnReturn(isAway: boolean) {
  const work = useRef<HTMLDivElement>(null);
  const wasAway = useRef(isAway);
  useEffect(() => {
    if (wasAway.current && !isAway) work.current?.querySelector("h2")?.focus();
    wasAway.current = isAway;
  }, [isAway]);
  return work;
}
