import { queryOptions } from "@tanstack/react-query";
import type { JsonSchema } from "@/lib/shared/settings/json-schema";
import { configQuery } from "./config";
import { requestJson } from "@/components/shell/queries/http";

/** JSON Schema of the file, in the file's own spelling. It changes only with the file's naming. */
export const configSchemaQuery = () =>
  queryOptions({
    queryKey: [...configQuery().queryKey, "schema"],
    queryFn: ({ signal }) => requestJson<JsonSchema>("/api/panel/config/schema", { signal }),
  });
