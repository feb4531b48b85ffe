import { connect } from "node:net";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { runCommand } from "./command";

const node = process.execPath;

async function ran(script: string, limitMs?: number) {
  let output = "";
  const result = await runCommand([node, "-e", script], (text) => (output += text), limitMs);
  return { ...result, output };
}

describe("the command that restarts the instance", () => {
  it("runs without a shell, and its output is streamed", async () => {
    const printed: string[] = [];
    const result = await runCommand([node, "-p", "process.argv[1]", "$HOME; echo no"], (text) =>
      printed.push(text),
    );
    expect(result).toMatchObject({ ok: true });
    expect(printed.join("")).toBe("$HOME; echo no\n");
    const waits = await ran("process.stdin.on('end', () => console.log('no input')).resume()", 10_000);
    expect(waits).toMatchObject({ ok: true, output: "no input\n" });
  });

  it("does not receive the panel's secrets in its environment", async () => {
    vi.stubEnv("INSTANCE_OPERATOR_TOKEN", "not for commands");
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(process.env.INSTANCE_OPERATOR_TOKEN).toBe("not for commands");
    const { output } = await ran("console.log(JSON.stringify(process.env))");
    expect(output).toContain("PATH");
    expect(output).not.toContain("not for commands");
  });

  it("is reported as failed with its exit status and advice", async () => {
    const failed = await ran("console.error('Unit chat.service not found.'); process.exit(5)");
    expect(failed).toMatchObject({ ok: false, output: "Unit chat.service not found.\n" });
    expect(failed).toHaveProperty("reason", expect.stringContaining("exited with status 5"));
    const missing = await runCommand(["/no/such/program"], () => undefined);
    expect(missing).toHaveProperty(
      "reason",
      expect.stringContaining("The program /no/such/program does not exist"),
    );
    const killed = await ran("process.kill(process.pid, 'SIGTERM'); setInterval(() => {}, 1000)");
    expect(killed).toHaveProperty("reason", expect.stringContaining("was stopped by SIGTERM"));
    const folder = await runCommand(["/tmp"], () => undefined);
    expect(folder).toHaveProperty("reason", expect.stringContaining("is not allowed to run /tmp"));
    // Node throws this error, but emits most other errors as events.
    const below = await runCommand([`${node}/below-a-file`], () => undefined);
    expect([missing, below]).toMatchObject([{ isUntouched: true }, { isUntouched: true }]);
    expect(failed).not.toHaveProperty("isUntouched");
    expect(below).toHaveProperty("reason", expect.stringContaining("could not be started (ENOTDIR)"));
  });

  it("returns its whole output, and does not wait for background processes", async () => {
    const { output } = await ran("require('fs').writeSync(1, 'x'.repeat(60_000)); process.exit(1)");
    expect(output).toHaveLength(60_000);
    const rest = `require("child_process").spawn("sleep", ["5"], { stdio: "inherit", detached: true }).unref()`;
    expect(await ran(rest, 4_000)).toMatchObject({ ok: true });
  });

  it("is stopped with all its child processes at the time limit", async () => {
    const listens = `require("net").createServer().listen(0, function () { console.log(this.address().port) })`;
    const child = `require("child_process").spawn(process.execPath, ["-e", ${JSON.stringify(listens)}], { stdio: "inherit" });
      setInterval(() => {}, 1000)`;
    const { output, ...result } = await ran(child, 1_500);
    expect(result).toHaveProperty("reason", expect.stringContaining("did not finish within 1.5 seconds"));
    const port = Number(output.trim());
    expect(port).toBeGreaterThan(0);
    await expect.poll(() => isListening(port)).toBe(false);
  });
});

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
