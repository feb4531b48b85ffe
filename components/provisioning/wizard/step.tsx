"use client";

import { ApplicationStep } from "./application-step";
import { BotStep } from "./bot-step";
import { DoneStep } from "./done-step";
import { ExistingApplicationStep } from "./existing-application-step";
import { GuildStep } from "./guild-step";
import { PermissionStep } from "./permission-step";
import { TokenStep } from "./token-step";
import type { BotAddresses } from "../bots/start-code";
import type { Authorized } from "@/lib/shared/contract/bots";
import type { WizardApplication } from "./use-create-application";
import type { WizardGuild } from "./wizard-guild";

export type WizardState =
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
export const position: Record<WizardState["at"], number> = {
  application: 0,
  existing: 0,
  bot: 1,
  token: 1,
  guild: 2,
  permissions: 3,
  done: 4,
};

export interface StepProps {
  state: WizardState;
  setState: (state: WizardState) => void;
  onRestart: () => void;
  addresses: BotAddresses;
  /** Whether the instance creates the bot of a new application automatically (`general.autoCreateBotUsers`). */
  makesBots: boolean;
}

/** Renders the current step and determines the state that follows it. */
export function Step({ state, setState, onRestart, addresses, makesBots }: StepProps) {
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
