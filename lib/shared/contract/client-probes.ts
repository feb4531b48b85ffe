/** The requests that the panel sends as a client after the instance has loaded a version, in this order. */
export const clientProbes = {
  discovery: "Clients find the API by the server name",
  "announced-gateway": "The announced gateway sends its Hello message",
  "signed-in": "A signed-in request works",
  upload: "A file can be uploaded and downloaded",
  mail: "The mail provider accepts a test mail",
} as const;

export type ClientProbeName = keyof typeof clientProbes;
