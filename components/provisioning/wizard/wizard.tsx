"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { Stepper } from "@/components/ui/stepper";
import type { Authorized } from "@/lib/shared/contract/bots";
import { AccountGate } from "../account/account-gate";
import { useInstance } from "../account/instance-provider";
import type { BotAddresses } from "../bots/start-code";
import { botQuery } from "../queries/bots";
import { useShownToken } from "../token-keeper";
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

/**
 * Guides the operator through creating an application, creating its bot and adding the bot to a guild. The wizard
 * advances only after a step's request has succeeded. The URL contains the application's id, so that a reload continues
 * at the same step. With a running instance, an account must be connected first.
 */
export function Wizard({
  resumed,
  isAtGuild,
  ...instance
}: {
  resumed: WizardApplication | undefined;
  /** Starts with the choice of a guild, because the application's bot exists and needs no new token. */
  isAtGuild: boolean;
} & Pick<StepProps, "addresses" | "makesBots">) {
  const { mode, isReady } = useInstance();
  const [returned] = useShownToken(resumed?.id ?? "");
  const [state, setState] = useState<WizardState>(() => {
    if (!resumed) return { at: "application" };
    if (returned)
      return {
        at: "token",
        application: { ...resumed, name: returned.of, hasBot: true },
        token: returned.token,
      };
    return { at: isAtGuild ? "guild" : "bot", application: resumed };
  });
  const [round, setRound] = useState(0);
  const router = useRouter();
  useResume(resumed);

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
  const at = mode === "standalone" ? position[state.at] : isReady ? position[state.at] + 1 : 0;
  return (
    <div className="flex flex-col gap-6">
      <Stepper steps={mode === "standalone" ? steps : connectedSteps} current={at} />
      <AccountGate why="The application will belong to the account that you connect.">
        {isAsking && named.at === "bot" ? (
          <UnansweredBotStep id={named.application.id} />
        ) : (
          <Step key={`${round} ${state.at}`} state={named} setState={go} onRestart={restart} {...instance} />
        )}
      </AccountGate>
    </div>
  );
}

/**
 * Fetches an application's name and bot if only its id is known and the instance reports them.
 * `isAsking` is true until the instance has answered.
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
 * After Back or Forward, the browser shows the page as it was first loaded, without the application that the URL now
 * contains. Refreshing the page's data adds the application.
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

type WizardState =
  | { at: "application" }
  | { at: "existing" }
  | { at: "bot"; application: WizardApplication }
  | { at: "token"; application: WizardApplication; token: string }
  | { at: "guild"; application: WizardApplication; guild?: WizardGuild }
  | { at: "permissions"; application: WizardApplication; guild: WizardGuild }
  | {
      at: "done";
      application: WizardApplication;
      guild: WizardGuild;
      requested: bigint;
      result: Authorized;
    };

/** Index of the step that the stepper highlights in each state. */
const position: Record<WizardState["at"], number> = {
  application: 0,
  existing: 0,
  bot: 1,
  token: 1,
  guild: 2,
  permissions: 3,
  done: 4,
};

interface StepProps {
  state: WizardState;
  setState: (state: WizardState) => void;
  onRestart: () => void;
  addresses: BotAddresses;
  /** Whether the instance creates the bot of a new application automatically (`general.autoCreateBotUsers`). */
  makesBots: boolean;
}

/** Renders the current step and determines the state that follows it. */
function Step({ state, setState, onRestart, addresses, makesBots }: StepProps) {
  const toBot = (application: WizardApplication) => setState({ at: "bot", application });
  switch (state.at) {
    case "application": {
      const onExisting = () => setState({ at: "existing" });
      return <ApplicationStep onDone={toBot} onExisting={onExisting} makesBots={makesBots} />;
    }
    case "existing":
      return <ExistingApplicationStep onDone={toBot} onBack={() => setState({ at: "application" })} />;
    case "bot": {
      const { application } = state;
      return (
        <BotStep
          application={application}
          onToken={(token) => setState({ at: "token", application: { ...application, hasBot: true }, token })}
          onSkip={() => setState({ at: "guild", application })}
        />
      );
    }
    case "token": {
      const { application, token } = state;
      const onDone = () => setState({ at: "guild", application });
      return <TokenStep application={application} token={token} addresses={addresses} onDone={onDone} />;
    }
    case "guild": {
      const { application } = state;
      return (
        <GuildStep
          chosen={state.guild}
          onDone={(guild) => setState({ at: "permissions", application, guild })}
          onBack={() => toBot(application)}
        />
      );
    }
    case "permissions": {
      const { application, guild } = state;
      return (
        <PermissionStep
          application={application}
          guild={guild}
          onDone={(outcome) => setState({ at: "done", application, guild, ...outcome })}
          onBack={() => setState({ at: "guild", application, guild })}
        />
      );
    }
    case "done": {
      const { application, guild, requested, result } = state;
      return <DoneStep {...{ application, guild, requested, result, onRestart, addresses }} />;
    }
  }
}
