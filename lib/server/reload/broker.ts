import "server-only";
import { closeBroker, openBroker } from "@/lib/server/checks/broker";
import { type CheckEnv, permitOf } from "@/lib/server/checks/endpoints";
import { Trail } from "@/lib/server/checks/trail";
import type { ReloadEvent } from "@/lib/shared/settings/editions/edition";
import type { Settings } from "@/lib/shared/settings/values";
import { type Reloaded, untouched } from "./reloaded";

/** Time limit (ms) for connecting, signing in and sending the event together. */
const limitMs = 10_000;

export function whyNoBroker(settings: Settings): string | null {
  if (settings.edition.reloadEvent === null)
    return "This server program does not support a reload through the broker. Set INSTANCE_RELOAD to another way.";
  const address = settings.get("broker.host");
  return address === null || !URL.canParse(address)
    ? "The file contains no message broker address. Set the address, or set INSTANCE_RELOAD to another way."
    : null;
}

export async function announceReload(settings: Settings, env: CheckEnv): Promise<Reloaded> {
  const { reloadEvent } = settings.edition;
  const [address, problem] = [settings.get("broker.host"), whyNoBroker(settings)];
  if (problem !== null || reloadEvent === null || address === null) return untouched(problem ?? "");
  const steps = await new Trail(new AbortController().signal, limitMs).follow(async (trail) => {
    const connection = await openBroker(trail, address, permitOf(settings, env));
    try {
      await trail.step(
        "Event",
        () => send(connection, reloadEvent),
        () => "The broker accepted the event.",
      );
    } finally {
      await closeBroker(connection);
    }
  });
  const failed = steps.find(({ ok }) => !ok);
  return failed ? untouched(failed.message) : { ok: true, note: "The broker accepted the reload event." };
}

type Connection = Awaited<ReturnType<typeof openBroker>>;

async function send(connection: Connection, { exchange, type }: ReloadEvent): Promise<void> {
  const channel = await connection.createConfirmChannel();
  channel.on("error", () => undefined);
  await channel.assertExchange(exchange, "fanout", { durable: false });
  channel.publish(exchange, "", Buffer.from("{}"), { type, contentType: "application/json" });
  await channel.waitForConfirms();
}
