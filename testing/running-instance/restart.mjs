/* What stands for `systemctl restart` in tests: tells the supervisor at the address to start its process anew. */

const [address, ...words] = process.argv.slice(2);
if (words.length > 0) console.log(words.join(" "));
const answer = await fetch(address, { method: "POST" });
console.log(await answer.text());
process.exitCode = answer.ok ? 0 : 1;
