import "server-only";
import { panelApi } from "./answer";
import { description } from "./description";
import { operators } from "./operators";

/** Every route of the panel API with its handler. */
export const panel = panelApi([...description, ...operators]);
