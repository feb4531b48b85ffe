import { createServer } from "node:net";
import { expect, test } from "vitest";
import { listening } from "@/testing/check-setting";
import { message } from "@/testing/notifications";
import { email, mailOf, serverOf } from "./email";

/** A mail server without TLS. @param answers replies to commands, instead of the usual ones */
async function mailServer(answers: Record<string, string> = {}) {
  const commands: string[] = [];
  let mail = "";
  const port = await listening(
    createServer((socket) => {
      let isData = false;
      const usual: Record<string, string> = {
        EHLO: "250-mail.example.org\r\n250 AUTH PLAIN",
        AUTH: "235 ok",
        MAIL: "250 ok",
        RCPT: "250 ok",
        DATA: "354 go on",
        QUIT: "221 bye",
      };
      socket.on("error", () => undefined);
      socket.write("220 mail.example.org\r\n");
      socket.on("data", (chunk) => {
        for (const line of chunk.toString().split("\r\n")) {
          if (isData) {
            if (line === ".") {
              isData = false;
              socket.write("250 queued\r\n");
            } else mail += `${line}\n`;
            continue;
          }
          const word = line.slice(0, 4);
          const answer = answers[word] ?? usual[word];
          if (answer === undefined) continue;
          commands.push(line);
          isData = answer.startsWith("354");
          socket.write(`${answer}\r\n`);
        }
      });
    }),
  );
  const settings = (login = "") => ({
    server: `smtp://${login}127.0.0.1:${port}`,
    from: "panel@example.org",
    to: "operators@example.org",
  });
  return { settings, commands, mail: () => mail };
}

test("a mail is sent through the channel's own server, with sign-in", async () => {
  const server = await mailServer();
  const outcome = await email.send(server.settings("ada:pa%40ss@"), message("instance-down"), []);
  expect(outcome).toEqual({
    isSent: true,
    mayRetry: false,
    message: "The mail server accepted the mail to operators@example.org.",
  });
  const auth = server.commands.find((line) => line.startsWith("AUTH PLAIN"));
  expect(Buffer.from(auth?.split(" ")[2] ?? "", "base64").toString()).toBe("\0ada\0pa@ss");
  expect(server.commands).toEqual(
    expect.arrayContaining(["MAIL FROM:<panel@example.org>", "RCPT TO:<operators@example.org>"]),
  );
  expect(server.mail()).toMatch(/^Subject: Harbor: instance-down$/m);
  expect(server.mail()).toMatch(/^Auto-Submitted: auto-generated$/im);
});

test.each([
  ["AUTH", "535 5.7.8 no: ada", false, "status 535. Check the username and the password"],
  ["RCPT", "550 unknown", false, "status 550. Check the sender, the recipient and the server"],
  ["MAIL", "451 later", true, "status 451. The panel tries again"],
])("a server that answers %s with “%s” has not accepted the mail", async (word, answer, mayRetry, said) => {
  const server = await mailServer({ [word]: answer });
  const outcome = await email.send(server.settings("ada:s3cret@"), message("test"), []);
  expect(outcome).toMatchObject({ isSent: false, mayRetry, message: expect.stringContaining(said) });
  expect(outcome.message).not.toMatch(/s3cret|ada/);
});

test("a server that is not reachable is tried again", async () => {
  const settings = { server: "smtp://127.0.0.1:9", from: "a@example.org", to: "b@example.org" };
  expect(await email.send(settings, message("test"), [])).toMatchObject({
    isSent: false,
    mayRetry: true,
    message: expect.stringMatching(/^The panel could not reach the mail server\. ./),
  });
});

test("a server at a forbidden address is refused", async () => {
  const settings = { server: "smtp://169.254.169.254", from: "a@example.org", to: "b@example.org" };
  const { isSent, message: said } = await email.send(settings, message("test"), ["0.0.0.0/0"]);
  expect([isSent, said]).toEqual([false, expect.stringContaining("never checks")]);
});

test("ports, TLS and credentials come from the server's address", () => {
  expect(serverOf("smtps://u:p@mail.example.org")).toMatchObject({ port: 465, secure: true });
  expect(serverOf("smtp://mail.example.org")).toEqual({
    host: "mail.example.org",
    port: 587,
    secure: false,
    credentials: undefined,
  });
  expect(serverOf("smtp://[::1]:25").host).toBe("::1");
  const isValid = (server: string) =>
    email.schema.safeParse({ server, from: "a@example.org", to: "b@example.org" }).success;
  expect(
    ["smtps://mail.example.org", "https://mail.example.org", "smtp://", "smtp://h/path"].map(isValid),
  ).toEqual([true, false, false, false]);
});

test("the subject is the first sentence, on one line and at most 120 characters", () => {
  const people = { from: "a@example.org", to: "b@example.org" };
  const subject = (content: string) => mailOf(message("x", { content }), people).subject;
  expect(subject("Harbor: API is down (https://a.b/c). No response.\nMore.")).toBe(
    "Harbor: API is down (https://a.b/c).",
  );
  expect(subject("a\nb")).toBe("a b");
  expect(subject("x".repeat(121))).toHaveLength(120);
});
