import "server-only";
import type { Settings } from "@/lib/shared/settings/values";
import { CheckFailure } from "./words";

export interface TestMail {
  from: { name: string; address: string };
  to: string;
  subject: string;
  text: string;
}

/**
 * Creates the test email. The sender is the first of these that is set: the sender address, the contact address,
 * `account`.
 * @throws CheckFailure if none is set
 */
export function testMail(settings: Settings, to: string, account: string | null = null): TestMail {
  const address =
    settings.get("email.senderAddress") ?? settings.get("general.correspondenceEmail") ?? account;
  if (address === null)
    throw new CheckFailure("There is no sender address. Enter one, or a contact address.");
  const name = settings.get("general.instanceName");
  return {
    from: { name, address },
    to,
    subject: `Test mail from ${name}`,
    text: `This is a test of the mail settings of ${name}, sent from its admin panel. You do not need to do anything.\n`,
  };
}
