import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { PanelApplication } from "@/lib/shared/contract/bots";
import { RequestError } from "@/components/shell/queries/call";
import { isNotOffered } from "../account/failure";
import { applicationsQuery, createApplication } from "../queries/applications";
import { allBots } from "../queries/bots";

export interface WizardApplication {
  id: string;
  name: string;
  /** Null if unknown: the application was entered by its id. */
  hasBot: boolean | null;
}

/** An attempt with an unknown outcome: the response was lost, and the instance does not list applications. */
export class UnknownOutcome extends RequestError {
  constructor({ message, status, problems }: RequestError) {
    super(message, status, problems);
  }
}

/**
 * Creates the application exactly once. Creating is not safe to repeat: if the answer was lost, the application
 * may still exist. So the next attempt first looks for a new application with that name. If a running instance
 * does not list applications, the operator has to check.
 */
export function useCreateApplication() {
  const client = useQueryClient();
  const doubt = useRef<{ name: string; known: Set<string> } | null>(null);

  /** Null if the instance does not list applications. */
  async function list(): Promise<PanelApplication[] | null> {
    try {
      return await client.fetchQuery({ ...applicationsQuery(), staleTime: 0, retry: false });
    } catch (error) {
      if (isNotOffered(error)) return null;
      throw error;
    }
  }

  async function findOrCreate(name: string): Promise<WizardApplication> {
    const before = await list();
    if (doubt.current?.name === name) {
      const { known } = doubt.current;
      const found = before?.find((application) => application.name === name && !known.has(application.id));
      if (found) return found;
    }
    try {
      const created = await createApplication(name);
      doubt.current = null;
      return created;
    } catch (error) {
      const isUnknown = error instanceof RequestError && error.isUnknown;
      doubt.current = isUnknown && before ? { name, known: new Set(before.map(({ id }) => id)) } : null;
      throw isUnknown && before === null ? new UnknownOutcome(error) : error;
    }
  }

  return async (typed: string): Promise<WizardApplication> => {
    const application = await findOrCreate(typed.normalize("NFC").trim());
    // The list of bots may have been loaded just before.
    await Promise.all([
      client.invalidateQueries({ queryKey: applicationsQuery().queryKey }),
      client.invalidateQueries(allBots),
    ]);
    return application;
  };
}
