import { expect, test } from "vitest";
import { testDatabase } from "@/testing/test-database";
import { createOperator, listOperators, setOperatorDisabled } from "./operators";

test("two operators who shut each other out at one moment leave one who can sign in", async () => {
  const db = await testDatabase();
  const password = "a lantern on the pier";
  const [ada, bo] = [
    await createOperator(db, { username: "ada", password, userId: null }),
    await createOperator(db, { username: "bo", password, userId: null }),
  ];
  for (let round = 0; round < 10; round += 1) {
    const results = await Promise.allSettled([ada, bo].map(({ id }) => setOperatorDisabled(db, id, true)));
    const refused = results.filter((result) => result.status === "rejected");
    expect(refused).toMatchObject([{ reason: { code: "conflict" } }]);
    for (const { id, disabled } of await listOperators(db)) {
      if (disabled) await setOperatorDisabled(db, id, false);
    }
  }
});
