import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { PanelApplication } from "@/lib/directory/types";
import { applicationsQuery } from "@/lib/queries/applications";
import { createApplication } from "@/lib/queries/create-application";
import { RequestError } from "@/lib/queries/http";

export interface WizardApplication {
  id: string;
  name: string;
  hasBot: boolean;
}

/**
 * Creates the application, once. Creating is not safe to repeat: when an answer was lost on its way, the application may
 * exist all the same. Another attempt then first looks for one of that name which was not there before.
 */
export function useCreateApplication() {
  const client = useQueryClient();
  const doubt = useRef<{ name: string; known: Set<string> } | null>(null);

  const list = () => client.fetchQuery({ ...applicationsQuery(), staleTime: 0 });

  async function createdBefore(name: string): Promise<PanelApplication | undefined> {
    if (doubt.current?.name !== name) return undefined;
    const { known } = doubt.current;
    return (await list()).find((application) => application.name === name && !known.has(application.id));
  }

  return useMutation({
    mutationFn: async (typed: string): Promise<WizardApplication> => {
      const name = typed.normalize("NFC").trim();
      const found = await createdBefore(name);
      if (found) return { id: found.id, name: found.name, hasBot: found.bot !== null };
      const known = new Set((await list()).map((application) => application.id));
      try {
        const created = await createApplication(name);
        doubt.current = null;
        return { id: created.id, name: created.name, hasBot: created.bot !== undefined };
      } catch (error) {
        const answered = error instanceof RequestError && error.status >= 400 && error.status < 500;
        doubt.current = answered ? null : { name, known };
        throw error;
      }
    },
    onSuccess: () => client.invalidateQueries({ queryKey: applicationsQuery().queryKey }),
  });
}
