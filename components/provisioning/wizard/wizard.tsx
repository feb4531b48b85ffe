"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { Stepper } from "@/components/ui/stepper";
import type { Authorized } from "@/lib/shared/contract/bots";
import { AccountGate } from "../account/account-gate";
import { useInstance } from "../account/instance-provider";
import { type BotAddresses, botToken } from "../bots/start-code";
import { botQuery } from "../queries/bots";
import { type ShownToken, useShownToken } from "../shown-token";
import { ApplicationStep, ExistingApplicationStep } from "./application-step";
import { BotStep, TokenStep, UnansweredBotStep } from "./bot-step";
import { DoneStep } from "./done-step";
import { GuildStep, type WizardGuild } from "./guild-step";
import { PermissionStep } from "./permission-step";
import type { WizardApplication } from "./use-create-application";

export type { WizardApplication };

const steps = [
  { id: "application", title: "Application" },
  { id: "bot", title: "Bot" },
  { id: "guild", title: "Guild" },
  { id: "permissions", title: "Permissions" },
] as const;

const connectedSteps = [{ id: "account", title: "Account" }, ...steps] as const;

type State =
  | { at: "bot" }
  | { at: "token"; shown: ShownToken }
  | { at: "guild"; guild?: WizardGuild }
  | { at: "permissions"; guild: WizardGuild }
  | { at: "done"; guild: WizardGuild; requested: bigint; result: Authorized };

const position: Record<State["at"], number> = { bot: 1, token: 1, guild: 2, permissions: 3, done: 4 };

interface WizardProps {
  resumed: WizardApplication | undefined;
  /** Starts at the guild step, because the application's bot already exists and needs no new token. */
  isAtGuild: boolean;
  addresses: BotAddresses;
  /** Whether the instance creates the bot of a new application automatically (`general.autoCreateBotUsers`). */
  makesBots: boolean;
}

/**
 * The wizard advances only after a step's request has succeeded. The URL contains the application's id, so
 * that a reload continues at the same step. With a running instance, an account must be connected first.
 */
export function Wizard({ resumed, isAtGuild, addresses, makesBots }: WizardProps) {
  const { mode, isReady } = useInstance();
  const [chosen, setChosen] = useState(resumed);
  const [shown, show] = useShownToken(chosen?.id ?? "");
  const [reached, setState] = useState<Exclude<State, { at: "token" }>>({
    at: resumed && isAtGuild ? "guild" : "bot",
  });
  // The operator may return to a token while this page is already shown, after the browser's Back.
  const state: State = shown ? { at: "token", shown } : reached;
  const [wantsExisting, setExisting] = useState(false);
  const router = useRouter();
  useResume(resumed);
  const { application, isAsking } = useNamedApplication(
    chosen && shown ? { ...chosen, name: shown.ownerName, hasBot: true } : chosen,
  );

  function start(next: WizardApplication) {
    window.history.replaceState(null, "", `?application=${next.id}`);
    setChosen(next);
  }

  function restart() {
    router.push("/applications/new");
    setChosen(undefined);
    setState({ at: "bot" });
    setExisting(false);
  }

  function step(application: WizardApplication) {
    switch (state.at) {
      case "bot":
        return isAsking ? (
          <UnansweredBotStep id={application.id} />
        ) : (
          <BotStep
            application={application}
            onToken={(token) => {
              setChosen({ ...application, hasBot: true });
              show(botToken(application, addresses, token));
            }}
            onSkip={() => setState({ at: "guild" })}
          />
        );
      case "token":
        return (
          <TokenStep
            shown={state.shown}
            onDone={() => {
              show(null);
              setState({ at: "guild" });
            }}
          />
        );
      case "guild":
        return (
          <GuildStep
            chosen={state.guild}
            onDone={(guild) => setState({ at: "permissions", guild })}
            onBack={() => setState({ at: "bot" })}
          />
        );
      case "permissions":
        return (
          <PermissionStep
            application={application}
            guild={state.guild}
            onDone={(outcome) => setState({ at: "done", guild: state.guild, ...outcome })}
            onBack={() => setState({ at: "guild", guild: state.guild })}
          />
        );
      case "done":
        return <DoneStep application={application} addresses={addresses} onRestart={restart} {...state} />;
    }
  }

  const at = application === undefined ? 0 : position[state.at];
  return (
    <div className="flex flex-col gap-6">
      {mode === "standalone" ? (
        <Stepper steps={steps} current={at} />
      ) : (
        <Stepper steps={connectedSteps} current={isReady ? at + 1 : 0} />
      )}
      <AccountGate why="The application will belong to the account that you connect.">
        {application ? (
          step(application)
        ) : wantsExisting ? (
          <ExistingApplicationStep onDone={start} onBack={() => setExisting(false)} />
        ) : (
          <ApplicationStep onDone={start} onExisting={() => setExisting(true)} makesBots={makesBots} />
        )}
      </AccountGate>
    </div>
  );
}

/**
 * Asks the instance for an application's name and bot if only the id is known. `isAsking` is true until the
 * instance has answered.
 */
function useNamedApplication(application: WizardApplication | undefined) {
  const { isReady } = useInstance();
  const isUnknown = application?.hasBot === null;
  const { data, isLoading } = useQuery({
    ...botQuery(application?.id ?? ""),
    retry: false,
    enabled: isUnknown && isReady,
  });
  const named: WizardApplication | undefined = isUnknown && data ? data : application;
  return { application: named, isAsking: isUnknown && isLoading };
}

/**
 * Refreshes the page's data if the URL contains an application's id but the data has no application. The
 * wizard adds the id to the URL without loading the page again. After Back or Forward, the page is shown with
 * the data of its first load, which has no application.
 */
function useResume(resumed: WizardApplication | undefined): void {
  const router = useRouter();
  useEffect(() => {
    const isNamed = new URLSearchParams(window.location.search).has("application");
    if (isNamed && resumed === undefined) router.refresh();
  }, [resumed, router]);
}
