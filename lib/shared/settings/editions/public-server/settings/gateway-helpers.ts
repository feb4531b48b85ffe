import { section, url } from "../../../field";

/** @param opcode the opcode of the gateway request that the service answers */
const helper = <const P extends string>(path: P, label: string, opcode: number, what: string) =>
  url(path, {
    label,
    help: `Address of a service that answers gateway requests ${opcode}, ${what}. If not set, the gateway answers them itself.`,
    default: null,
    placeholder: "http://127.0.0.1:3010",
    synonyms: ["offload", "worker", "opcode", "scaling", `op ${opcode}`],
  });

export const gatewayHelpers = section({
  id: "offload",
  group: "instance",
  title: "Gateway helpers",
  description: "Services that handle expensive requests for the gateway of a large instance.",
  cards: [
    {
      title: "Addresses",
      fields: [
        helper("offload.gateway.guildMembersUrl", "Guild members helper", 8, "which list a guild's members"),
        helper(
          "offload.gateway.guildSyncUrl",
          "Guild sync helper",
          12,
          "which request the state of whole guilds",
        ),
        helper(
          "offload.gateway.lazyRequestUrl",
          "Member list helper",
          14,
          "which request the visible part of a guild",
        ),
        helper(
          "offload.gateway.channelStatusesUrl",
          "Channel statuses helper",
          36,
          "which request the statuses of voice channels",
        ),
        helper(
          "offload.gateway.channelInfoUrl",
          "Channel info helper",
          43,
          "which request details of voice channels",
        ),
      ],
    },
  ],
});
