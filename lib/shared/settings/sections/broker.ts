import * as z from "zod/mini";
import { secret, section } from "../field";

const address = z.string().check(
  z.trim(),
  z.refine((value) => {
    const parsed = URL.canParse(value) ? new URL(value) : null;
    return parsed !== null && parsed.hostname !== "" && /^amqps?:$/.test(parsed.protocol);
  }, "Enter a full address that starts with amqp:// or amqps://, such as amqp://user:password@127.0.0.1:5672."),
);

export const broker = section({
  id: "broker",
  group: "delivery",
  title: "Message broker",
  description:
    "The queue (RabbitMQ) that carries events between the components when they run as separate processes.",
  cards: [
    {
      title: "Connection",
      fields: [
        secret("broker.host", {
          label: "Connection string",
          help: "Address of the broker, with user name and password where it asks for them. While it is not set, events stay within one process, and API and gateway have to run together.",
          default: null,
          schema: address,
          replacing: "All components lose touch with each other until every one of them uses the new broker.",
          synonyms: ["rabbitmq", "amqp", "queue", "rabbit", "events"],
        }),
      ],
    },
  ],
});
