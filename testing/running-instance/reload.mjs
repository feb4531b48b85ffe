import { connect } from "amqplib";

/** Calls `reload` for each SB_RELOAD_CONFIG event from the broker, as the public server does. */
export async function listenForReload(address, reload) {
  const connection = await connect(address);
  const channel = await connection.createChannel();
  await channel.assertExchange("spacebar", "fanout", { durable: false });
  const { queue } = await channel.assertQueue("", { exclusive: true, autoDelete: true });
  await channel.bindQueue(queue, "spacebar", "");
  await channel.consume(queue, (message) => message?.properties.type === "SB_RELOAD_CONFIG" && reload(), {
    noAck: true,
  });
}
