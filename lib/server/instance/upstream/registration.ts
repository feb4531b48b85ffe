import "server-only";
import { readSettings } from "@/lib/server/config-file";

interface RegistrationFacts {
  /** ms */
  lifetime: number;
  frontPage: string | null;
  /** Why people need a registration token; null while everybody may register, or the file cannot be read. */
  needed: "closed" | "invite" | null;
}

/** What the live file says about registering; the default lifetime while it cannot be read. */
export async function registrationFacts(): Promise<RegistrationFacts> {
  const settings = await readSettings().catch(() => null);
  if (settings === null) return { lifetime: 604_800_000, frontPage: null, needed: null };
  const isClosed = settings.get("register.disabled") || !settings.get("register.allowNewRegistration");
  return {
    lifetime: settings.get("security.defaultRegistrationTokenExpiration"),
    frontPage: settings.get("general.frontPage"),
    needed: isClosed ? "closed" : settings.get("register.requireInvite") ? "invite" : null,
  };
}
