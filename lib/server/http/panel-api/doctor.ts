import "server-only";
import { doctorRoutes } from "@/lib/shared/contract/doctor";
import { handlers } from "./handlers";

export const doctorHandlers = handlers(doctorRoutes, ({ panel: { doctor } }) => ({
  readDoctor: async () => doctor.view(),

  runDoctor: async () => doctor.run(),
}));
