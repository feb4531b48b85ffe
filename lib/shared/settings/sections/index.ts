import { api } from "./api";
import { broker } from "./broker";
import { cdn } from "./cdn";
import { defaults } from "./defaults";
import { email } from "./email";
import { errorTracking } from "./error-tracking";
import { external } from "./external";
import { gateway } from "./gateway";
import { general } from "./general";
import { gif } from "./gif";
import { guild } from "./guild";
import { limits } from "./limits";
import { login } from "./login";
import { metrics } from "./metrics";
import { passwordReset } from "./password-reset";
import { regions } from "./regions";
import { register } from "./register";
import { security } from "./security";
import { templates } from "./templates";

export const declaredSections = [
  general,
  api,
  gateway,
  cdn,
  regions,
  register,
  login,
  security,
  passwordReset,
  defaults,
  guild,
  templates,
  limits,
  gif,
  external,
  email,
  broker,
  errorTracking,
  metrics,
] as const;
