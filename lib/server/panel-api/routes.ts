import "server-only";
import { panelApi } from "./answer";
import { checks } from "./checks";
import { config } from "./config";
import { connection } from "./connection";
import { description } from "./description";
import { events } from "./events";
import { fileHistory } from "./file-history";
import { history } from "./history";
import { operators } from "./operators";
import { running } from "./running";
import { watch } from "./watch";

/** Every route of the panel API with its handler. */
export const panel = panelApi([
  ...checks,
  ...config,
  ...connection,
  ...description,
  ...events,
  ...fileHistory,
  ...history,
  ...operators,
  ...running,
  ...watch,
]);
