import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port";
import { type Panel, startPanel } from "./panel";

interface Files {
  folder: string;
  certificate: string;
  key: string;
  /** Certificate and key in one file, as HAProxy reads them. */
  both: string;
}

interface Proxy {
  name: string;
  program: string;
  /** Whether the panel listens at a Unix socket. */
  isSocket?: true;
  /** The example's file. */
  example: string;
  /** The text before the example, for examples that are only a part of a configuration. */
  around?: (text: string, files: Files) => string;
  /** What the test changes in the example, besides the panel's address. */
  replace: (files: Files, port: number) => readonly (readonly [string, string])[];
  args: (config: string, files: Files) => string[];
}

const nginx: Proxy = {
  name: "nginx",
  program: "/usr/sbin/nginx",
  example: "nginx.conf",
  around: (text, { folder }) =>
    // Workers of another user could not write to the test's folder.
    `${process.getuid?.() === 0 ? "user root; " : ""}daemon off; pid ${folder}/pid; error_log stderr; worker_processes 1;\nevents {}\nhttp {\n access_log off;\n` +
    ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
      .map((name) => ` ${name}_temp_path ${folder}/${name};\n`)
      .join("") +
    `${text}}\n`,
  replace: ({ certificate, key }, port) => [
    ["listen 443 ssl;", `listen 127.0.0.1:${port} ssl;`],
    ["server_name admin.example.org;", "server_name localhost;"],
    ["/etc/letsencrypt/live/admin.example.org/fullchain.pem", certificate],
    ["/etc/letsencrypt/live/admin.example.org/privkey.pem", key],
  ],
  args: (config, { folder }) => ["-e", "stderr", "-p", folder, "-c", config],
};

export const proxies: readonly Proxy[] = [
  nginx,
  { ...nginx, name: "nginx and a Unix socket", isSocket: true },
  {
    name: "HAProxy",
    program: "/usr/sbin/haproxy",
    example: "haproxy.cfg",
    replace: ({ both }, port) => [
      ["bind :443", `bind 127.0.0.1:${port}`],
      ["/etc/haproxy/admin.example.org.pem", both],
    ],
    args: (config) => ["-db", "-f", config],
  },
  {
    name: "Caddy",
    program: "/usr/bin/caddy",
    example: "Caddyfile",
    around: (text) => `{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n}\n${text}`,
    replace: ({ certificate, key }, port) => [
      ["admin.example.org {", `https://localhost:${port} {\n\tbind 127.0.0.1\n\ttls ${certificate} ${key}`],
    ],
    args: (config) => ["run", "--adapter", "caddyfile", "--config", config],
  },
];

/** Whether the program is installed. */
export const isInstalled = ({ program }: Proxy): boolean => spawnSync(program, ["-h"]).error === undefined;

function makeCertificate(folder: string): Files {
  const [certificate, key, both] = ["certificate.pem", "key.pem", "both.pem"].map((name) =>
    join(folder, name),
  );
  if (!certificate || !key || !both) throw new Error("no paths");
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  const options = [
    "-x509",
    "-newkey",
    "rsa:2048",
    "-nodes",
    "-days",
    "2",
    "-keyout",
    key,
    "-out",
    certificate,
  ];
  const made = spawnSync("openssl", ["req", ...options, ...subject], { encoding: "utf8" });
  if (made.status !== 0) throw new Error(made.stderr);
  writeFileSync(both, readFileSync(certificate, "utf8") + readFileSync(key, "utf8"));
  return { folder, certificate, key, both };
}

/** Starts a panel, and a proxy with the configuration in `examples/` before it. */
export async function startBehind(
  proxy: Proxy,
): Promise<{ panel: Panel; url: string; dispose: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), "proxy-"));
  const files = makeCertificate(folder);
  const port = await freePort();
  const url = `https://localhost:${port}`;
  const socket = join(folder, "panel.sock");
  const panel = await startPanel({
    env: { NEXTAUTH_URL: url, TRUSTED_PROXIES: "127.0.0.1", ...(proxy.isSocket && { PORT: socket }) },
  });
  let text = readFileSync(join("examples", proxy.example), "utf8");
  for (const [from, to] of [
    ...proxy.replace(files, port),
    proxy.isSocket
      ? (["http://127.0.0.1:3000", `http://unix:${socket}`] as const)
      : (["127.0.0.1:3000", new URL(panel.url).host.replace("localhost", "127.0.0.1")] as const),
  ]) {
    if (!text.includes(from)) throw new Error(`examples/${proxy.example} does not contain "${from}".`);
    text = text.replaceAll(from, to);
  }
  mkdirSync(join(folder, "home"));
  const config = join(folder, proxy.example);
  writeFileSync(config, proxy.around?.(text, files) ?? text);
  const env = { ...process.env, HOME: join(folder, "home"), XDG_DATA_HOME: join(folder, "home") };
  const child = spawn(proxy.program, proxy.args(config, files), { env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  await untilListens(port, child, () => output);
  return {
    panel,
    url,
    dispose: async () => {
      // Caddy would wait for open event streams.
      child.kill("SIGKILL");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
      await panel.dispose();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function untilListens(port: number, child: ChildProcess, output: () => string): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The proxy ended with ${child.exitCode}:\n${output()}`);
    const socket = connect(port, "127.0.0.1");
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
