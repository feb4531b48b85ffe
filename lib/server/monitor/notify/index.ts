import "server-only";

export { channels, readyChannels } from "./channels";
export { createNotifier, type Notifier } from "./notifier";
