import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { ConfigFileProvider } from "@/components/settings/store/config-file";
import { ConfigFormProvider } from "@/components/settings/store/config-form";
import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import { WithRouter } from "./with-router";

/** The form of the whole configuration over a file, as the panel's frame and a page that shows settings make it. */
export function WithConfig({
  file,
  client: given,
  children,
}: {
  file: ConfigSnapshot;
  client?: QueryClient;
  children: ReactNode;
}) {
  const [client] = useState(() => given ?? new QueryClient());
  return (
    <WithRouter>
      <QueryClientProvider client={client}>
        <ConfigFileProvider summary={file}>
          <ConfigFormProvider initial={file}>{children}</ConfigFormProvider>
        </ConfigFileProvider>
      </QueryClientProvider>
    </WithRouter>
  );
}
