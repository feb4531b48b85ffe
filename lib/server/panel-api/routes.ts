import "server-only";
import { panelApi } from "./answer";
import { bots } from "./bots";
import { checks } from "./checks";
import { config } from "./config";
import { connection } from "./connection";
import { description } from "./description";
import { events } from "./events";
import { fileHistory } from "./file-history";
import { guilds } from "./guilds";
import { history } from "./history";
import { instances } from "./instances";
import { operators } from "./operators";
import { running } from "./running";
import { search } from "./search";
import { users } from "./users";
import { watch } from "./watch";

/** Every route of the panel API with its handler. */
export const table = [
  ...bots,
  ...checks,
  ...config,
  ...connection,
  ...description,
  ...events,
  ...fileHistory,
  ...guilds,
  ...history,
  ...instances,
  ...operators,
  ...running,
  ...search,
  ...users,
  ...watch,
];

export const panel = panelApi(table);
