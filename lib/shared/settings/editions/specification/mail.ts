import type { MailWays } from "../edition";

/** What the specification leaves open is as mail libraries do it by default. */
export const mail: MailWays = {
  smtp: () => ({ starttls: null, anyCertificate: false }),
  emailApi1: () => ({ user: "api", isEuropean: false, needs: [] }),
};
