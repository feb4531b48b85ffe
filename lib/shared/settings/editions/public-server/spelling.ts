import type { Spelling } from "../edition";

/**
 * The only table that maps neutral names to branded names (docs/configuration-file.md). All other code uses
 * neutral names.
 */
export const spelling: Spelling = {
  keys: {
    broker: "rabbitmq",
    errorTracking: "sentry",
    "cdn.imageProxyServerUrl": "imagorServerUrl",
    "security.geoipApiKey": "ipdataApiKey",
    "email.emailApi1": "mailgun",
    "email.emailApi2": "mailjet",
    "email.emailApi3": "sendgrid",
  },
  values: {
    "email.provider": { emailApi1: "mailgun", emailApi2: "mailjet", emailApi3: "sendgrid" },
    "security.captcha.service": { captchaService1: "recaptcha", captchaService2: "hcaptcha" },
    "gif.provider": { gifProvider1: "tenor" },
  },
};
