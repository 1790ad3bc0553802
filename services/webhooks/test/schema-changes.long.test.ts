import { randomInt } from 'node:crypto';
import pg from 'pg';
import { expect, test } from 'vitest';
import { changeSchema, fillNotifications, idAfter, steps, useInbox, userOf, users } from './schema-changes.ts';
import { startWebhooks } from './service.ts';

const rows = 2_000_000;

test('an index, a backfill and a required column on two million rows let no request fail', async () => {
  await using webhooks = await startWebhooks();
  const owner = new pg.Client({ connectionString: webhooks.urls.owner });
  await owner.connect();
  await using _owner = { [Symbol.asyncDispose]: () => owner.end() };
  await fillNotifications(owner, rows, webhooks.clock.now);

  const failures: string[] = [];
  const requests = new Map<string, number>();
  const lines: string[] = [];
  await changeSchema(
    webhooks.urls.owner,
    async (step, work) => {
      let isDone = false;
      const using = Array.from({ length: 2 }, async () => {
        do {
          const found = await useInbox(webhooks, userOf(randomInt(users))).catch((error: unknown) => [String(error)]);
          failures.push(...found.map((failure) => `${step}: ${failure}`));
          requests.set(step, (requests.get(step) ?? 0) + 1);
        } while (!isDone);
      });
      await work().finally(() => {
        isDone = true;
      });
      await Promise.all(using);
    },
    (line) => lines.push(line),
  );

  expect(failures).toEqual([]);
  expect([...requests.keys()]).toEqual([...steps]);
  const { rows: columns } = await owner.query(
    "select is_nullable from information_schema.columns where table_name = 'notification' and column_name = 'length'",
  );
  expect(columns).toEqual([{ is_nullable: 'NO' }]);
  const { rows: counted } = await owner.query(
    `select count(*)::int as old from notification where id < ${idAfter(rows)} and length = char_length(template)`,
  );
  expect(counted).toEqual([{ old: rows }]);
  expect(lines).toContainEqual(expect.stringMatching(/^notification-lengths: finished/));
}, 1_800_000);
