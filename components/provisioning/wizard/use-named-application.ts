import { useQuery } from "@tanstack/react-query";
import { useInstance } from "../account/instance-provider";
import { instanceBotQuery } from "../queries/instance-bots";
import type { WizardApplication } from "./use-create-application";

/**
 * An application of the upstream instance of which only the id is known, with its name and whether it has a bot as soon
 * as the instance tells. Where it does not tell, the wizard goes on with the id.
 */
export function useNamedApplication(application: WizardApplication | undefined): {
  application: WizardApplication | undefined;
  /** Whether the instance has been asked and has not answered yet. */
  isAsking: boolean;
} {
  const { remote, access, connected } = useInstance();
  const isUnknown = remote !== null && application?.hasBot === null;
  const { data, isLoading } = useQuery({
    ...instanceBotQuery(access, connected?.number ?? 0, application?.id ?? ""),
    ...(!isUnknown && { enabled: false }),
  });
  const named = isUnknown && data ? { id: data.id, name: data.name, hasBot: data.hasBot } : application;
  return { application: named, isAsking: isUnknown && isLoading };
}
