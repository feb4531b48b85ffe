import "server-only";
import type { Factors } from "@/lib/shared/contract/factors";
import type { OperatorsRoom } from "../room";
import { countRecoveryCodes, totpSince } from "./codes";
import { listPasskeys } from "./passkeys";
import { whyNoPasskeys } from "./relying-party";
import { isFactorRequired } from "./second-factor";

export const ownFactors = async (
  { db, env }: Pick<OperatorsRoom, "db" | "env">,
  operatorId: number,
): Promise<Factors> => ({
  passkeys: await listPasskeys(db, operatorId),
  appSince: await totpSince(db, operatorId),
  recoveryCodes: await countRecoveryCodes(db, operatorId),
  isRequired: await isFactorRequired(db),
  whyNoPasskeys: whyNoPasskeys(env),
});
