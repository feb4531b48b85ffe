import type { MailWays } from "../edition";

/** The defaults of common mail libraries, because the specification does not define these properties. */
export const mail: MailWays = {
  smtp: () => ({ starttls: null, anyCertificate: false }),
  emailApi1: () => ({ user: "api", isEuropean: false, needs: [] }),
};
