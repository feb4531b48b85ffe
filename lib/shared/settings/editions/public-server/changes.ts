import { bitsOf } from "@/lib/shared/chat/bits";
import { lazily } from "@/lib/shared/lazily";
import type { Changes } from "../extend";
import { addressChanges } from "./addresses";
import { fromFile } from "./environment";
import { mergedLists } from "./merged-lists";
import { neverRead } from "./never-read";
import { MOST_RIGHTS } from "./rights";
import type { Zod } from "../../kinds/kind";

const isRights = (text: string): boolean => {
  const bits = bitsOf(text);
  return bits !== null && bits.toString() === text && bits <= MOST_RIGHTS;
};

const generated = { generated: true, defaultNote: "Generated at first start" } as const;

export const changes: Changes = {
  ...neverRead,
  ...addressChanges,
  "general.instanceName": { default: "Spacebar Instance", defaultNote: undefined },
  "general.instanceDescription": {
    default: "This is a Spacebar instance made in the pre-release days",
    defaultNote: undefined,
  },
  "general.instanceId": generated,
  "regions.default": { default: "spacebar", defaultNote: undefined },
  "register.defaultRights": {
    schema: lazily((z: Zod) =>
      z.string().check(z.refine(isRights, `Enter a whole number from 0 to ${MOST_RIGHTS}.`)),
    ),
  },
  "api.activeVersions": {
    default: mergedLists["api.activeVersions"],
    help: "The versions that the instance announces to clients. The instance also answers requests to other versions.",
  },
  "security.jwtSecret": {
    help: "The instance accepts tokens signed with this key only while the key is set. It signs new tokens with its own ES512 keys.",
    defaultNote: undefined,
    replacing: "Tokens signed with the old key stop working.",
  },
  "security.requestSignature": generated,
  "security.geoipApiKey": { ...fromFile, defaultNote: undefined },
  "security.captcha.sitekey": fromFile,
  "security.captcha.secret": fromFile,
  "email.smtp.password": fromFile,
  "email.emailApi1.apiKey": fromFile,
  "email.emailApi2.apiKey": fromFile,
  "email.emailApi2.apiSecret": fromFile,
  "email.emailApi3.apiKey": fromFile,
  "broker.host": {
    environment:
      "The instance's environment variable RABBITMQ_HOST overrides this value, and the instance writes it here.",
  },
};
