import type { MailWays } from "../edition";

/**
 * The public server uses STARTTLS only if the settings require it. It signs in to Mailgun with a name from the settings.
 */
export const mail: MailWays = {
  smtp: (settings) => ({
    starttls: settings.get("email.smtp.starttls") === true,
    anyCertificate: settings.get("email.smtp.allowInsecure") === true,
  }),
  emailApi1: (settings) => ({
    user: settings.get("email.emailApi1.username") ?? null,
    isEuropean: settings.get("email.emailApi1.isEuropean") === true,
    needs: ["email.emailApi1.username"],
  }),
};
