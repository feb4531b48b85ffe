import { useRef } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { RequestError } from "@/components/shell/queries/call";
import type { PanelApplication } from "@/lib/shared/contract/bots";
import { isNotOffered } from "../account/failure";
import { allBots, applicationsQuery, createApplication } from "../queries/bots";

export interface WizardApplication {
  id: string;
  name: string;
  /** Null if only the application's id is known. */
  hasBot: boolean | null;
}

/** The response was lost and the instance does not list applications, so the application may or may not exist. */
export class UnknownOutcome extends RequestError {
  constructor({ message, status, problems }: RequestError) {
    super(message, status, problems);
  }
}

/**
 * Creates an application, but never twice. If the response is lost, the application may exist. The next
 * attempt then first looks for a new application of the same name. If the instance does not list
 * applications, the operator must check whether the application exists.
 */
export function useCreateApplication() {
  const client = useQueryClient();
  const doubt = useRef<{ name: string; known: Set<string> } | null>(null);

  /** The existing applications. Null if the instance does not list applications. */
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
      const lostApplication = before?.find(
        (application) => application.name === name && !known.has(application.id),
      );
      if (lostApplication) return lostApplication;
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
    // Refetches the lists, which may have been loaded before the application was created.
    await Promise.all([
      client.invalidateQueries({ queryKey: applicationsQuery().queryKey }),
      client.invalidateQueries(allBots),
    ]);
    return application;
  };
}
