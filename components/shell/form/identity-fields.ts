import * as z from "zod/mini";
import { codeField, textField } from "./dialog-fields";

export const password = textField(
  { label: "Your password" },
  z.string().check(z.minLength(1, "Enter your password.")),
  { type: "password", autoComplete: "current-password" },
);
const words = { label: "Code", help: "From your authenticator, or one of your recovery codes." };
export const code = codeField(words);
/** Has the focus when it appears. */
export const focusedCode = codeField(words, { autoFocus: true });
