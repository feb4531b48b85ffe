import "server-only";
import { panelApi } from "./answer";
import { checks } from "./checks";
import { config } from "./config";
import { description } from "./description";
import { events } from "./events";
import { history } from "./history";
import { operators } from "./operators";
import { running } from "./running";
import { watch } from "./watch";

/** Every route of the panel API with its handler. */
export const panel = panelApi([
  ...checks,
  ...config,
  ...description,
  ...events,
  ...history,
  ...operators,
  ...running,
  ...watch,
]);
