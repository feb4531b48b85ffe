import type { MailWays } from "../edition";

/** The specification does not define these, so they are the defaults of common mail libraries. */
export const mail: MailWays = {
  smtp: () => ({ starttls: null, anyCertificate: false }),
  emailApi1: () => ({ user: "api", isEuropean: false, needs: [] }),
};
