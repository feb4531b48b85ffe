import { once } from "node:events";
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { spawnSync } from "node:child_process";
import { Instance, SECRET } from "../support/instance";
import { startPanel } from "../support/panel";
import { expect, test } from "@playwright/test";

/*
 * How the ways to run `npm start` deliver a signal. In each of them, the panel must finish the request in progress,
 * close its database, release its port and exit with 0.
 */

const START = ["npm", "start", "--", "--no-build"] as const;
const NEW_PID_NAMESPACE = ["unshare", "--pid", "--fork", "--kill-child", "--mount-proc"] as const;
const canUnshare = spawnSync(NEW_PID_NAMESPACE[0], [...NEW_PID_NAMESPACE.slice(1), "true"]).status === 0;

const childOf = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim());

const ways = [
  {
    name: "a signal to npm",
    command: START,
    send: (pid: number) => process.kill(pid, "SIGTERM"),
  },
  {
    name: "a service manager's signal to npm and the panel",
    command: ["setsid", ...START] as const,
    send: (pid: number) => process.kill(-pid, "SIGTERM"),
  },
  {
    name: "Ctrl+C in a terminal",
    command: ["setsid", ...START] as const,
    send: (pid: number) => process.kill(-pid, "SIGINT"),
  },
  {
    name: "the end of a container that runs npm as its first process",
    command: [...NEW_PID_NAMESPACE, ...START] as const,
    send: (pid: number) => process.kill(childOf(pid), "SIGTERM"),
    isPossible: canUnshare,
  },
];

for (const { name, command, send, isPossible = true } of ways) {
  test(`the panel stops cleanly after ${name}`, async () => {
    test.skip(!isPossible, "SKIPPED: this machine does not allow new process namespaces");
    const panel = await startPanel({ command, config: JSON.stringify({ security: { jwtSecret: SECRET } }) });
    try {
      const instance = await Instance.of(panel);
      const authorization = await instance.token(instance.operatorId);
      const headers = { authorization, "content-type": "application/json" };
      const half = request(`${panel.url}/api/v9/applications`, { method: "POST", headers });
      half.write('{"name":');
      // This response shows that the panel has read the first half of the request.
      await instance.post("/api/v9/applications", { name: "Before" }, { authorization });

      send(panel.pid);
      await expect.poll(() => isRefused(panel.url)).toBe(true);
      half.end('"Last"}');
      const [response] = (await once(half, "response")) as [{ statusCode: number }];
      expect(response.statusCode).toBe(200);
      await expect.poll(panel.ending).toBe(0);
      expect(await instance.sql("select 1 from applications where name = 'Last'")).toHaveLength(1);
    } finally {
      await panel.dispose();
    }
  });
}

/** Whether nothing listens at the address. */
const isRefused = (url: string): Promise<boolean> =>
  fetch(`${url}/api/health`).then(
    () => false,
    () => true,
  );
