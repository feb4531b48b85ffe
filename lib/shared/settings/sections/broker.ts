import { secret, section } from "../field";
import type { Zod } from "../kinds/kind";

const address = (z: Zod) =>
  z.string().check(
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
    "The RabbitMQ server that carries events between the instance's services when they run as separate processes.",
  cards: [
    {
      title: "Connection",
      fields: [
        secret("broker.host", {
          label: "Broker connection string",
          help: "Address of the broker, with a username and password if required. If not set, the API and the gateway must run in one process.",
          default: null,
          schema: address,
          replacing: "The instance's services cannot reach each other until all of them use the new broker.",
        }),
      ],
    },
  ],
});
