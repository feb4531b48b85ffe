import { specified } from "../../registry";
import type { Edition } from "../edition";
import { mail } from "./mail";

/** The edition that matches the specification exactly, with the neutral naming. */
export const specification: Edition = {
  naming: "neutral",
  spelledAs: "As written in the specification",
  registry: specified,
  spelling: { keys: {}, values: {} },
  startNeeds: [],
  apiPath: "/api",
  answersPing: false,
  isOfOtherServer: false,
  mail,
  tokenReset: "Programs that use the old token stop working immediately, until you give them the new one.",
  takesEffect: "at start",
  reloadEvent: null,
  discovery: [],
  mergedLists: {},
};
