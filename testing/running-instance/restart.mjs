import { request } from "node:http";

/* Replaces `systemctl restart` in tests: requests a restart from the supervisor at this address. */

const [address, ...words] = process.argv.slice(2);
if (words.length > 0) console.log(words.join(" "));
// Does not use fetch, because loading fetch takes as long as the rest of this process.
request(address, { method: "POST" }, (answer) => {
  answer.pipe(process.stdout);
  process.exitCode = answer.statusCode === 200 ? 0 : 1;
}).end();
