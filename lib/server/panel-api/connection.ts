import "server-only";
import { forgetReport } from "@/lib/server/rollout";
import { connectionRoutes } from "@/lib/shared/contract/connection";
import { connectionView, saveConnection, storedToken } from "./chosen-instance";
import { adoptOperators } from "./first-run";
import { handlers } from "./handlers";
import { tryConnection } from "./try-connection";

export const connection = handlers(connectionRoutes, {
  getConnection: () => connectionView(),
  tryConnection: ({ body: { address, operatorToken } }) =>
    tryConnection(address, (url) => operatorToken ?? storedToken(url)),
  saveConnection: {
    records: true,
    async work({ body: { choice }, author }) {
      await saveConnection(author, choice);
      await adoptOperators();
      // Drop the stored report, because another instance or token can report other settings.
      forgetReport();
      return connectionView();
    },
  },
});
