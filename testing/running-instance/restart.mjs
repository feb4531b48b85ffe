import { request } from "node:http";

/* Replaces `systemctl restart` in tests: asks the supervisor at the address to restart its process. */

const [address, ...words] = process.argv.slice(2);
if (words.length > 0) console.log(words.join(" "));
// Not fetch, which takes as long to load as the rest of this process.
request(address, { method: "POST" }, (answer) => {
  answer.pipe(process.stdout);
  process.exitCode = answer.statusCode === 200 ? 0 : 1;
}).end();
