import { boolean, secret, text, type Card } from "../../../field";
import { fromFile } from "../environment";

export const klipy = {
  title: "Klipy",
  description: "The only working GIF service. Klipy also answers searches that clients send to Tenor.",
  fields: [
    boolean("integrations.gifs.klipy.enabled", {
      label: "Search GIFs with Klipy",
      help: "People can search for GIFs and send them. Klipy sees what they type. Needs an API key.",
      default: false,
      synonyms: ["gif", "gifs", "picker", "tenor", "animated"],
    }),
    secret("integrations.gifs.klipy.apiKey", {
      ...fromFile,
      label: "Klipy API key",
      help: "Your key for Klipy. Enter it here, or name a file that holds it below.",
      default: null,
      synonyms: ["gif key", "token", "credentials"],
    }),
    text("integrations.gifs.klipy.apiKeyPath", {
      label: "File with the Klipy API key",
      help: "Path of a file on the instance's machine that contains the key, so that the key is not stored in this file.",
      default: null,
      maxLength: 4096,
      placeholder: "/run/secrets/klipy-key",
      synonyms: ["gif", "secret file", "path"],
    }),
  ],
} satisfies Card;
