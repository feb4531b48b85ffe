import { specified } from "../../registry";
import { formerKeys } from "../former-keys";
import type { Edition, MailWays } from "../edition";

/** The defaults of common mail libraries, because the specification does not define these properties. */
const mail: MailWays = {
  smtp: () => ({ starttls: null, anyCertificate: false }),
  emailApi1: () => ({ user: "api", isEuropean: false, needs: [] }),
};

export const specification: Edition = {
  naming: "neutral",
  spelledAs: "As written in the specification",
  registry: specified,
  spelling: { keys: {}, values: {} },
  formerKeys,
  startNeeds: [],
  apiPath: "/api",
  answersPing: false,
  isOfOtherServer: false,
  mail,
  tokenReset: "Programs that use the old token stop working immediately, until you give them the new one.",
  takesEffect: "at start",
  metricsPath: null,
  versionPath: null,
  implementation: null,
  describes: null,
  reloadEvent: null,
  discovery: [],
  mergedLists: {},
};
