import { section, url } from "../field";

export const gateway = section({
  id: "gateway",
  group: "instance",
  title: "Gateway",
  description: "Where clients connect to receive events as they happen.",
  cards: [
    {
      title: "Addresses",
      fields: [
        url("gateway.endpointPublic", {
          label: "Gateway public address",
          help: "The WebSocket address that clients connect to. If it is wrong, people can sign in but receive no messages; if it is missing, the instance may refuse to start.",
          default: null,
          protocols: ["wss", "ws"],
          placeholder: "wss://gateway.chat.example.org",
        }),
        url("gateway.endpointPrivate", {
          label: "Gateway internal address",
          help: "Where the other parts of the instance reach the gateway. Clients never see it.",
          default: null,
          protocols: ["wss", "ws", "https", "http"],
          placeholder: "ws://127.0.0.1:3003",
        }),
      ],
    },
  ],
});
