import { Link } from "@/components/ui/link";
import type { RegistrationFacts } from "./token-form";

const sentences = {
  closed: "Registration is closed: only people with a token can create an account.",
  invite: "Registering takes an invite to a guild, or one of these tokens instead.",
  none: "Registration is open: people can create an account without a token.",
};

/** Whether a token is of any use, as the file stands. */
export function NeededNote({ needed }: Pick<RegistrationFacts, "needed">) {
  return (
    <p className="max-w-prose text-muted-foreground">
      {sentences[needed ?? "none"]}{" "}
      <Link href="/settings/register#register.disabled" className="text-accent-text underline">
        {needed === null ? "Close registration or require an invite" : "Who may register"}
      </Link>
    </p>
  );
}
