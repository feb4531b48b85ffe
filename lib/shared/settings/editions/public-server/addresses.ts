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
    help: "The domain that serves /.well-known/spacebar and /.well-known/spacebar/client. Clients find all other addresses by it; without one, the instance may refuse to start.",
    placeholder: "chat.example.org",
  },
  "api.endpointPublic": {
    help: "Where clients reach the API, without a path: the instance appends /api itself. A wrong one locks every client out, and without one the instance may refuse to start.",
    placeholder: "https://chat.example.org",
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
