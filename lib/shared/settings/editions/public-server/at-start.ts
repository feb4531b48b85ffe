/** Settings that the program reads only at its start: a reload event does not change them. Those that end with a point stand for all below. */
const atStart = [
  "limits.rate.",
  "email.provider",
  "email.smtp.",
  "email.emailApi1.",
  "email.emailApi2.",
  "email.emailApi3.",
  "security.trustedProxies",
  "broker.host",
  "integrations.gifs.klipy.",
];

export const isReadAtStart = (path: string): boolean =>
  atStart.some((one) => (one.endsWith(".") ? path.startsWith(one) : path === one));
