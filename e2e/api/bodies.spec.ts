import { gzipSync } from "node:zlib";
import { endpoints } from "../support/endpoints";
import { anyDatabase, expect, test } from "../support/instance";
import { rawRequest } from "../support/raw-request";

/* Tests how every endpoint processes bodies (docs/instance-api.md, "Requests"). */

const malformed = { code: 50109, message: "The request body contains invalid JSON." };
const tooLarge = { code: 40005, message: "Request entity too large" };
const unsupported = { code: 0, message: "415: Unsupported Media Type" };
const json = { "content-type": "application/json" };

const notJson: Record<string, string | Buffer<ArrayBuffer>> = {
  "cut off": "{",
  "keys without quotes": "{name:1}",
  "a comma too many": "[1,]",
  "a comment": "//\n{}",
  "a zero byte": "\u0000",
  "two documents": "{}{}",
  "a key twice": '{"a":1,"a":2}',
  "a key twice, once escaped": '{"a":1,"\\u0061":2}',
  "a key twice, deep inside": '{"a":[{"b":{"c":1,"c":1}}]}',
  __proto__: '{"a":{"__proto__":{}}}',
  "__proto__, escaped": '{"\\u005f_proto__":{}}',
  "nested 65 deep": `{"a":${"[".repeat(65)}${"]".repeat(65)}}`,
  "nested 30,000 deep": `{"a":${"[".repeat(30_000)}${"]".repeat(30_000)}}`,
  "a byte order mark": Buffer.from('\ufeff{"a":1}'),
  "invalid UTF-8": Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
  "an overlong encoding": Buffer.from([0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d]),
  "half of a surrogate pair": Buffer.from([0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d]),
  "UTF-16": Buffer.from('{"a":1}', "utf16le"),
};

for (const [name, prepare] of Object.entries(endpoints)) {
  test.describe(name, () => {
    test("malformed JSON returns the error code 50109", anyDatabase, async ({ instance }) => {
      const { method = "POST", path } = await prepare(instance);
      const authorization = await instance.token(instance.operatorId);
      for (const [what, text] of Object.entries(notJson)) {
        const headers = { authorization, ...json };
        const answer = await instance.send(`/api/v9${path}`, { method, headers, body: text });
        expect([what, answer.status, answer.body]).toEqual([what, 400, malformed]);
      }
    });

    test("unknown fields are ignored", async ({ instance }) => {
      const { method = "POST", path, body } = await prepare(instance);
      const unknown = { constructor: { prototype: 1 }, toString: null, deep: [[{}]], owner_id: "1" };
      expect((await instance.call(method, `/api/v9${path}`, { ...body, ...unknown })).status).toBe(200);
    });

    test(
      "an empty body is treated as no body, regardless of the content type",
      anyDatabase,
      async ({ instance }) => {
        const { method = "POST", path, body } = await prepare(instance);
        for (const headers of [{}, json, { "content-type": "text/plain" }]) {
          const answer = await instance.call(method, `/api/v9${path}`, body && "", headers);
          expect([answer.status, body && answer.body]).toEqual([body ? 400 : 200, body && malformed]);
        }
      },
    );

    test("a content type other than JSON returns status 415", anyDatabase, async ({ instance }) => {
      const { method = "POST", path, body } = await prepare(instance);
      const authorization = await instance.token(instance.operatorId);
      const text = JSON.stringify(body ?? {});
      const types = [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/json; charset=latin1",
        "application/jsonp",
        "json",
      ];
      for (const type of types) {
        const answer = await instance.call(method, `/api/v9${path}`, text, { "content-type": type });
        expect([type, answer.status, answer.body]).toEqual([type, 415, unsupported]);
      }
      const untyped = await rawRequest(instance.url, `/api/v9${path}`, {
        method,
        headers: { authorization },
        body: text,
      });
      expect([untyped.status, untyped.body]).toEqual([415, unsupported]);
      const packed = await rawRequest(instance.url, `/api/v9${path}`, {
        method,
        headers: { authorization, ...json, "content-encoding": "gzip" },
        body: gzipSync(text),
      });
      expect([packed.status, packed.body]).toEqual([415, unsupported]);
      for (const type of ["application/json; charset=UTF-8", 'Application/JSON;charset="utf-8"']) {
        const answer = await instance.call(method, `/api/v9${path}`, text, { "content-type": type });
        expect([type, answer.status]).toEqual([type, 200]);
      }
    });

    test(
      "a body over 64 KiB returns the error code 40005, with or without Content-Length",
      anyDatabase,
      async ({ instance }) => {
        const { method = "POST", path, body } = await prepare(instance);
        const authorization = await instance.token(instance.operatorId);
        const padded = (size: number) => {
          const text = JSON.stringify({ ...body, padding: "" });
          return text.replace('"padding":""', `"padding":"${"x".repeat(size - text.length)}"`);
        };
        expect((await instance.call(method, `/api/v9${path}`, padded(65_536))).status).toBe(200);
        const announced = await instance.call(method, `/api/v9${path}`, padded(65_537));
        expect([announced.status, announced.body]).toEqual([413, tooLarge]);
        const streamed = await rawRequest(instance.url, `/api/v9${path}`, {
          method,
          headers: { authorization, ...json },
          body: padded(70_000).match(/.{1,1000}/gs) ?? [],
        });
        expect([streamed.status, streamed.body]).toEqual([413, tooLarge]);
      },
    );
  });
}
