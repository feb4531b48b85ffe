import { expect, test } from "vitest";
import { requestContext } from "@/testing/rooms";
import { documentIn } from "./provisioning-document";

const sent = (type: string | null, body: Uint8Array<ArrayBuffer> = new TextEncoder().encode("{}")) =>
  documentIn({
    ...{ method: "POST", path: "/api/panel/provision", search: "", body },
    header: (name) => (name === "content-type" ? type : null),
    context: requestContext(),
    closed: () => new AbortController().signal,
  });

test.each([
  "application/json",
  "Application/JSON",
  "application/json; charset=utf-8",
  "application/json ;charset=utf-8",
  "application/vnd.bots-1.0+json",
])("a document of the type %j is read", (type) => expect(sent(type)).toBe("{}"));

test.each([
  null,
  "",
  "text/json",
  "text/application/json",
  "application/jsonl",
  "application/json x",
  "application/+json",
  "application/a b+json",
  "application/bots json",
  "application/x+y+json",
])("a document of the type %j is refused", (type) =>
  expect(() => sent(type)).toThrow(expect.objectContaining({ code: "unsupported-media-type" })),
);

test("a document that is not UTF-8 is refused, with the cause", () =>
  expect(() => sent("application/json", new Uint8Array([0xff]))).toThrow(
    expect.objectContaining({ code: "malformed-json", cause: expect.any(TypeError) }),
  ));
