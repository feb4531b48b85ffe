import * as z from "zod/mini";
import { regionFieldOf } from "../../kinds/region-list";
import type { Changes } from "../extend";
import { mergedLists } from "./merged-lists";

/** The program appends `/api/` itself where it announces the address of its API. */
export const apiPath = "";

/** The documents by which clients find the addresses of API, gateway and CDN. */
export const discovery = ["/.well-known/spacebar", "/.well-known/spacebar/client"] as const;

/** It exits with status 1 at its start while one of these is not set. */
export const startNeeds = [
  "api.endpointPublic",
  "gateway.endpointPublic",
  "cdn.endpointPublic",
  "cdn.endpointPrivate",
] as const;

/** It takes the voice gateway as an address, too. */
const voiceEndpoint = z
  .string()
  .check(
    z.regex(
      /^(?:wss?:\/\/)?[^\s/]+$/,
      "Enter host:port, such as 127.0.0.1:3004, or an address that starts with ws:// or wss://.",
    ),
  );

/** What addresses mean to the public server, where the specification says it otherwise. */
export const addressChanges: Changes = {
  "general.serverName": {
    help: "The domain that serves /.well-known/spacebar and /.well-known/spacebar/client. Clients find all other addresses by it; without one, they do not find the instance.",
    placeholder: "chat.example.org",
  },
  "api.endpointPublic": {
    help: "Where clients reach the API, without a path: the instance appends /api itself. A wrong one locks every client out, and without one the instance does not start.",
    placeholder: "https://chat.example.org",
  },
  "gateway.endpointPublic": {
    help: "The WebSocket address that clients connect to. With a wrong one people can sign in but see nothing arrive, and without one the instance does not start.",
  },
  "cdn.endpointPublic": {
    help: "Where clients load media. With a wrong one pictures and files stay blank, and without one the instance does not start.",
  },
  "cdn.endpointPrivate": {
    help: "Where the API stores media on the CDN. With a wrong one uploads fail, and without one the instance does not start.",
  },
  "regions.available": {
    ...regionFieldOf(
      voiceEndpoint,
      "Its voice gateway, as host:port or ws://…, which is not the main gateway.",
    ),
    help: "Every voice server, with the name that people see and the address of its voice gateway, which is not the main gateway. Removing a region cuts off calls on it at the next restart.",
    default: mergedLists["regions.available"],
  },
};
