import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useInstanceAccess } from "../account/instance-provider";
import { applicationsQuery } from "../queries/applications";
import { createApplication } from "../queries/create-application";
import { RequestError } from "@/components/shell/queries/http";
import type { InstanceAccess } from "../queries/instance-access";
import { instanceApplications, type ListedApplication } from "../queries/instance-applications";
import { InstanceError } from "../queries/instance-error";

export interface WizardApplication {
  id: string;
  name: string;
  /** Null if not known: an application of an upstream instance that was entered by id. */
  hasBot: boolean | null;
}

/** An attempt with an upstream instance that got no answer. `canTell`: another attempt can find out whether it took effect. */
export class UnknownOutcome extends RequestError {
  constructor(
    cause: RequestError,
    readonly canTell: boolean,
  ) {
    super(cause.message, cause.status, cause.problems);
  }
}

/**
 * Creates the application exactly once. Creating is not safe to repeat: when the answer was lost, the application may
 * exist all the same. The next attempt therefore first looks for a new application of that name. An upstream instance
 * may not list applications; then the operator has to check.
 */
export function useCreateApplication() {
  const client = useQueryClient();
  const access = useInstanceAccess();
  const doubt = useRef<{ name: string; known: Set<string> } | null>(null);

  async function list(to: InstanceAccess): Promise<ListedApplication[] | null> {
    if (to.url !== null) return instanceApplications(to);
    const own = await client.fetchQuery({ ...applicationsQuery(), staleTime: 0 });
    return own.map(({ id, name, bot }) => ({ id, name, hasBot: bot !== null }));
  }

  async function findOrCreate(name: string): Promise<WizardApplication> {
    const to = access();
    const before = await list(to);
    if (doubt.current?.name === name) {
      const { known } = doubt.current;
      const found = before?.find((application) => application.name === name && !known.has(application.id));
      if (found) return found;
    }
    try {
      const created = await createApplication(to, name);
      doubt.current = null;
      return created;
    } catch (error) {
      const isUnknown = error instanceof InstanceError && !error.hadNoEffect;
      doubt.current = isUnknown && before ? { name, known: new Set(before.map(({ id }) => id)) } : null;
      throw isUnknown && to.url !== null ? new UnknownOutcome(error, before !== null) : error;
    }
  }

  return async (typed: string): Promise<WizardApplication> => {
    const application = await findOrCreate(typed.normalize("NFC").trim());
    await client.invalidateQueries({ queryKey: applicationsQuery().queryKey });
    return application;
  };
}
