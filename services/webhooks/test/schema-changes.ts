import { randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { notificationRequested } from '@trust/contracts/events/any';
import { migrate } from '@trust/service-admin/migrate';
import { runBackfills } from '@trust/service-admin/migrations/run-backfills';
import { person } from '@trust/service-testing/actors';
import type pg from 'pg';
import type { Webhooks } from './service.ts';

export const users = 20_000;
const userId = (n: string) => `('00000000-0000-4000-8000-' || lpad(to_hex(${n} % ${users}), 12, '0'))::uuid`;
export const userOf = (n: number) => `00000000-0000-4000-8000-${(n % users).toString(16).padStart(12, '0')}`;

/** SQL: above the ids of `rows` filled notices, and below each that the service makes. */
export const idAfter = (rows: number) => `'01890000-0000-7000-8000-${(rows + 1).toString(16).padStart(12, '0')}'::uuid`;

/** Read and unread notices of the users, of about a year. */
export async function fillNotifications(owner: pg.Client, rows: number, now: Date): Promise<void> {
  await owner.query(
    `insert into notification (id, event_id, user_id, template, data, created_at, read_at, change)
     select ('01890000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, ('01890000-0000-7000-9000-' || lpad(to_hex(n), 12, '0'))::uuid,
       ${userId('n')}, 'case_opened', jsonb_build_object('caseId', '01890000-0000-7000-8000-000000000000'),
       $1::timestamptz - (${rows} - n) * interval '1 year' / ${rows}, case when n % 5 > 0 then $1::timestamptz end, n / ${users} + 1
     from generate_series(1, ${rows}) n`,
    [now],
  );
  await owner.query(
    `insert into person_inbox select ${userId('n')}, ${Math.ceil(rows / users) + 1} from generate_series(1, ${users}) n`,
  );
  await owner.query('vacuum analyze notification');
}

/** Reads an inbox, reads a notice, and delivers another one. Returns what failed. */
export async function useInbox(webhooks: Webhooks, userId: string): Promise<string[]> {
  const actor = person({ userId });
  const inbox = await webhooks.get('/notifications?limit=20', { actor });
  const [first] = inbox.body.items ?? [];
  const answers = [inbox, first && (await webhooks.post(`/notifications/${first.id}/read`, { actor }))];
  const data = { caseId: randomUUID() };
  await webhooks.deliver(notificationRequested.verification, {
    userId,
    providerId: null,
    template: 'case_opened',
    data,
  });
  return answers.flatMap((answer) =>
    answer && answer.status >= 400 ? [`${answer.status} ${JSON.stringify(answer.body)}`] : [],
  );
}

/** A new required column: added, filled, indexed, checked and required, as docs/releases.md says. The index comes later, because each filled row would be written to it. */
const changes = [
  ['added', 'alter table notification add length int; alter table notification alter length set default 0;'],
  [
    'indexed',
    '-- after backfill notification-lengths: the length of old notices\n-- outside a transaction: notices arrive while the index is made\ncreate index concurrently notification_length on notification (length);',
  ],
  ['checked', 'alter table notification add constraint length_is_set check (length is not null) not valid;'],
  ['validated', 'alter table notification validate constraint length_is_set;'],
  ['required', 'alter table notification alter length set not null, drop constraint length_is_set;'],
] as const;

const backfill = `-- backfill of notification by id: length is new
update notification set length = char_length(template) where id between $1 and $2 and length is null;`;

export const steps = ['added', 'filled', 'indexed', 'checked', 'validated', 'required'] as const;
export type Step = (typeof steps)[number];

/** Makes the changes on a database of webhooks, one step after the other; `around` runs each. */
export async function changeSchema(
  url: string,
  around: (step: Step, work: () => Promise<unknown>) => Promise<void>,
  report: (line: string) => void,
): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'trust-schema-'));
  const folder = join(root, 'migrations');
  try {
    cpSync(join(import.meta.dirname, '../src/db/migrations'), folder, { recursive: true });
    mkdirSync(join(root, 'backfills'));
    for (const [index, [step, text]] of changes.entries()) {
      if (step === 'indexed') await around('filled', () => runBackfills({ url, folder, report }));
      writeFileSync(join(folder, `99990101T000${index}-${step}.sql`), text);
      if (step === 'added') writeFileSync(join(root, 'backfills/notification-lengths.sql'), backfill);
      await around(step, () => migrate({ url, folder, report }));
    }
  } finally {
    rmSync(root, { recursive: true });
  }
}
