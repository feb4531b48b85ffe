import { regionFieldOf } from "../../kinds/region-list";
import { matching } from "../../kinds/text";
import type { Changes } from "../edition";
import { mergedLists } from "./built-in";

/** Empty, because the server appends `/api/` when it announces the address of its API. */
export const apiPath = "";

/** The paths of the documents from which clients learn the addresses of the API, the gateway and the CDN. */
export const discovery = ["/.well-known/spacebar", "/.well-known/spacebar/client"] as const;

/** The server exits with status 1 at startup if one of these settings is not set. */
export const startNeeds = [
  "api.endpointPublic",
  "gateway.endpointPublic",
  "cdn.endpointPublic",
  "cdn.endpointPrivate",
] as const;

/** The voice endpoint can be a host and port, or an address with a protocol. */
const voiceEndpoint = matching(
  /^(?:wss?:\/\/)?[^\s/]+$/,
  "Enter host:port, such as 127.0.0.1:3004, or an address that starts with ws:// or wss://.",
);

export const addressChanges: Changes = {
  "general.serverName": {
    help: "The domain that serves /.well-known/spacebar and /.well-known/spacebar/client. Clients look up every other address there, so they cannot find the instance without it.",
    placeholder: "chat.example.org",
  },
  "api.endpointPublic": {
    help: "Where clients reach the API, without a path: the instance appends /api itself. A wrong address locks out every client, and without an address the instance does not start.",
    placeholder: "https://chat.example.org",
  },
  "gateway.endpointPublic": {
    help: "The WebSocket address that clients connect to. If it is wrong, people can sign in but receive no messages; if it is missing, the instance does not start.",
  },
  "cdn.endpointPublic": {
    help: "Where clients load media. If it is wrong, images and files do not load; if it is missing, the instance does not start.",
  },
  "cdn.endpointPrivate": {
    help: "Where the API stores media on the CDN. If it is wrong, uploads fail; if it is missing, the instance does not start.",
  },
  "regions.available": {
    ...regionFieldOf(
      voiceEndpoint,
      "Address of its voice gateway (not the main gateway), as host:port or ws://….",
    ),
    help: "Every voice server, with its display name and the address of its voice gateway (not the main gateway). Removing a region ends its calls at the next restart.",
    default: mergedLists["regions.available"],
  },
};
