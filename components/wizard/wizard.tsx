"use client";

import { useState } from "react";
import { Stepper } from "@/components/ui/stepper";
import type { PanelApplication, PanelGuild } from "@/lib/directory/types";
import { ApplicationStep } from "./application-step";
import { BotStep } from "./bot-step";
import { DoneStep } from "./done-step";
import { GuildStep } from "./guild-step";
import { PermissionStep } from "./permission-step";
import { TokenStep } from "./token-step";
import type { WizardApplication } from "./use-create-application";

const steps = [
  { id: "application", title: "Application" },
  { id: "bot", title: "Bot" },
  { id: "guild", title: "Guild" },
  { id: "permissions", title: "Permissions" },
] as const;

type State =
  | { at: "application" }
  | { at: "bot"; application: WizardApplication }
  | { at: "token"; application: WizardApplication; token: string }
  | { at: "guild"; application: WizardApplication; guild?: PanelGuild }
  | { at: "permissions"; application: WizardApplication; guild: PanelGuild }
  | { at: "done"; application: WizardApplication; guild: PanelGuild; granted: bigint };

const position: Record<State["at"], number> = {
  application: 0,
  bot: 1,
  token: 1,
  guild: 2,
  permissions: 3,
  done: 4,
};

/**
 * Create an application, create its bot, authorize it into a guild. What has been done stays done: each step only moves
 * on after its request succeeded, and the application's id in the address lets a reload go on where it was.
 */
export function Wizard({ resumed }: { resumed: PanelApplication | undefined }) {
  const [state, setState] = useState<State>(() =>
    resumed
      ? { at: "bot", application: { id: resumed.id, name: resumed.name, hasBot: resumed.bot !== null } }
      : { at: "application" },
  );

  function created(application: WizardApplication) {
    window.history.replaceState(null, "", `?application=${application.id}`);
    setState({ at: "bot", application });
  }

  return (
    <div className="flex flex-col gap-6">
      <Stepper steps={steps} current={position[state.at]} />
      <Step key={state.at} state={state} setState={setState} onCreated={created} />
    </div>
  );
}

function Step({
  state,
  setState,
  onCreated,
}: {
  state: State;
  setState: (state: State) => void;
  onCreated: (application: WizardApplication) => void;
}) {
  switch (state.at) {
    case "application":
      return <ApplicationStep onDone={onCreated} />;
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
      return (
        <TokenStep
          application={application}
          token={token}
          onDone={() => setState({ at: "guild", application })}
        />
      );
    }
    case "guild": {
      const { application } = state;
      return (
        <GuildStep
          chosen={state.guild}
          onDone={(guild) => setState({ at: "permissions", application, guild })}
          onBack={() => setState({ at: "bot", application })}
        />
      );
    }
    case "permissions": {
      const { application, guild } = state;
      return (
        <PermissionStep
          application={application}
          guild={guild}
          onDone={(granted) => setState({ at: "done", application, guild, granted })}
          onBack={() => setState({ at: "guild", application, guild })}
        />
      );
    }
    case "done":
      return <DoneStep application={state.application} guild={state.guild} granted={state.granted} />;
  }
}
