import "server-only";
import { auditText } from "@/lib/server/audit";
import { auditRoutes } from "@/lib/shared/contract/audit";
import { handlers } from "./handlers";

const TYPES = { jsonl: "application/x-ndjson; charset=utf-8", csv: "text/csv; charset=utf-8" };

export const audit = handlers(auditRoutes, ({ db, panel }) => ({
  listAudit: ({ query: { before, limit, ...filter } }) => panel.findEntries(filter, { before, limit }),

  exportAudit: {
    entry: ({ query }) => ({ detail: { ...query } }),
    async work({ query: { format, ...filter } }) {
      const lines = auditText(db, { ...filter }, format);
      const encoder = new TextEncoder();
      const stream = new ReadableStream<Uint8Array<ArrayBuffer>>(
        {
          async pull(controller) {
            const { value, done } = await lines.next();
            if (done) controller.close();
            else controller.enqueue(encoder.encode(value));
          },
        },
        { highWaterMark: 0 },
      );
      return {
        stream,
        headers: {
          "content-type": TYPES[format],
          "content-disposition": `attachment; filename="audit-${new Date().toISOString().slice(0, 10)}.${format}"`,
        },
      };
    },
  },
}));
