import { Callout } from "@/components/ui/callout";
import type { Authorized } from "@/lib/shared/contract/bots";

/** A warning if the instance did not set the chosen permissions, or if its response was lost. */
export function RoleNote({ result, name }: { result: Authorized; name: string }) {
  if (result.kind === "added") return null;
  const how = `In a client, open the guild's settings and edit the role named ${name}. Or remove the bot from the guild and authorize it again.`;
  return result.kind === "was-member" ? (
    <Callout tone="warning" title="Its permissions were not changed">
      The instance does not change the permissions of a bot that is already in the guild. {how}
    </Callout>
  ) : (
    <Callout tone="warning" title="The instance's response was lost">
      The bot is in the guild. If it was there before, its permissions were not changed. {how}
    </Callout>
  );
}
