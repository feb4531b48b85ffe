import type { KeyChange } from "../contract/config";
import type { Operation } from "../contract/config-snapshot";
import { parsedJson, sameJson } from "../json/value";
import { hideCredentials, hideTexts } from "./credentials";
import { kindOf } from "./kinds";
import type { Registry } from "./registry";

/**
 * Changes to take from one panel to another: the body of `PATCH /api/panel/config`, and the version that the changes
 * are based on. `configPatch` in the contract is its schema.
 */
export interface Patch {
  /** The ETag of the file that the changes are based on. */
  base: string;
  operations: Operation[];
  keys?: KeyChange[];
  note?: string;
  /** Paths whose new values are secrets. A patch never contains secrets. */
  omitted?: string[];
}

export interface Changes {
  readonly base: string;
  readonly operations: readonly Operation[];
  readonly keys: readonly KeyChange[];
  readonly note?: string | undefined;
}

export function patchOf({ base, operations, keys, note }: Changes, { fieldAt }: Registry): Patch {
  const isSecret = (operation: Operation): boolean => {
    if (operation.op === "unset") return false;
    const { path, value } = operation;
    const field = fieldAt(path);
    if (field === undefined || field.kind === "secret") return true;
    return !sameJson(value, hideCredentials(value, kindOf(field).memberKeys));
  };
  // The panel does not know which texts below unrecognized keys are secrets, so it treats all of them as secrets.
  const isSecretKey = ({ text }: KeyChange): boolean => {
    const value = text === null ? null : parsedJson(text);
    return !sameJson(value, hideTexts(value));
  };
  const omitted = [...operations.filter(isSecret), ...keys.filter(isSecretKey)].map(({ path }) => path);
  const shown = keys.filter((change) => !isSecretKey(change));
  return {
    base,
    operations: operations.filter((operation) => !isSecret(operation)),
    ...(shown.length > 0 && { keys: shown }),
    ...(note && { note }),
    ...(omitted.length > 0 && { omitted }),
  };
}
