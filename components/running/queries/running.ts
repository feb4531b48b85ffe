import { call } from "@/components/shell/queries/call";

/** Begins to apply the file to the running instance. @throws RequestError */
export const applyFile = ({ etag, password }: { etag: string; password: string }) =>
  call("POST /running/apply", { etag, body: { password } });

/** Keeps a version that is not confirmed. @throws RequestError */
export const keepApply = (id: number) => call("POST /running/apply/:id/keep", { params: { id } });

/** Records that the instance was restarted. @throws RequestError */
export const markRestarted = () => call("POST /running/restarted");
