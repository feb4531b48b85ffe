/** The guild that the bot is added to. */
export interface WizardGuild {
  id: string;
  name: string;
  /** The operator's permissions there in decimal; null if the instance does not report them. */
  permissions: string | null;
}

/** A guild if only its id is known. */
export const guildById = (id: string): WizardGuild => ({ id, name: `Guild ${id}`, permissions: null });
