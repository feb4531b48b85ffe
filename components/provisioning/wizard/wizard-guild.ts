export interface WizardGuild {
  id: string;
  name: string;
  /** The operator's permissions in the guild as a decimal number. Null if the instance does not report them. */
  permissions: string | null;
}

/** A guild whose name and permissions are unknown. */
export const guildById = (id: string): WizardGuild => ({ id, name: `Guild ${id}`, permissions: null });
