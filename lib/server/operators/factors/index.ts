import "server-only";

export { addTotp, countRecoveryCodes, makeRecoveryCodes, removeTotp, totpSince, totpToAdd } from "./codes";
export {
  addPasskey,
  judgePasskey,
  listPasskeys,
  passkeyToMake,
  passkeyToProve,
  passkeyToSignIn,
  removePasskey,
} from "./passkeys";
export { whyNoPasskeys } from "./relying-party";
export { ownFactors } from "./own-factors";
export { hasSecondFactor, isFactorRequired, removeFactor, requireFactor } from "./second-factor";
