import "server-only";

export { channels, readyChannels } from "./channels";
export type { NotifyEvent } from "./events";
export { createNotifier, type Notifier } from "./notifier";
