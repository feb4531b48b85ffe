import "server-only";

export { addTotp, countRecoveryCodes, makeRecoveryCodes, removeTotp, totpToAdd } from "./codes";
export {
  addPasskey,
  judgePasskey,
  passkeyToMake,
  passkeyToProve,
  passkeyToSignIn,
  removePasskey,
} from "./passkeys";
export { whyNoPasskeys } from "./relying-party";
export { ownFactors } from "./own-factors";
export { hasSecondFactor, requireFactor } from "./second-factor";
