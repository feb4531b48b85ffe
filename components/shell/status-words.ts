import type { Tone } from "@/components/ui/cn";
import type { InstanceStatus } from "@/lib/shared/contract/watch";
import type { PartName } from "@/lib/shared/contract/values";

type State = InstanceStatus["state"];

/** One word and one color for each state of the instance, wherever it is shown. */
export const stateLooks: Readonly<Record<State, { word: string; tone: Tone; dot: string }>> = {
  up: { word: "Up", tone: "success", dot: "bg-success" },
  "partly-down": { word: "Partly down", tone: "warning", dot: "bg-warning" },
  down: { word: "Down", tone: "danger", dot: "bg-danger" },
  restarting: { word: "Restarting", tone: "accent", dot: "bg-accent" },
  unknown: { word: "Not checked", tone: "neutral", dot: "bg-muted-foreground" },
};

/** Whether the state belongs before everything else: in the title of the window and on the pill. */
export const isOutage = (
  status: InstanceStatus | undefined,
): status is InstanceStatus & { state: "down" | "partly-down" } =>
  status?.state === "down" || status?.state === "partly-down";

export const partWords: Readonly<Record<PartName, string>> = {
  api: "API",
  gateway: "Gateway",
  cdn: "CDN",
  broker: "Broker",
  mail: "Mail",
};

export const downParts = ({ parts }: Pick<InstanceStatus, "parts">): string =>
  parts
    .filter(({ isUp }) => !isUp)
    .map(({ name }) => partWords[name])
    .join(", ");
