import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { provision, streamsFor } from '@trust/service-admin/provision-streams';
import { handleAdminRequest } from '@trust/service-kit/bus/admin';
import { startConsumers } from '@trust/service-kit/inbox/consume';
import { startRelay } from '@trust/service-kit/outbox/relay';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { log, openWorld } from '../../../packages/service-kit/test/event-world.ts';
import { subscriptionsOf } from '../../../packages/service-kit/test/events.ts';
import { ownNats } from '../../../packages/service-kit/test/own-nats.ts';

const run = promisify(execFile);
const command = join(import.meta.dirname, 'events.ts');

test('npm run events reaches the running services and names those that do not respond', async () => {
  await using nats = await ownNats();
  await using world = await openWorld({ natsUrl: nats.url });
  await provision(world.bus, { streams: streamsFor(['webhooks.audit.audit.recorded.v1']), consumers: [] });
  await using _relay = await startRelay(world.db, world.bus, { service: 'webhooks', log });
  const progress = { thing: 'person', total: 3, startedAt: '2026-01-05T09:00:00.000Z' };
  using _snapshot = handleAdminRequest(world.bus, 'identity', 'snapshot', log, async ({ begin, rate }) =>
    begin
      ? { ...progress, announced: Number(rate), isFinished: false, isContinued: true }
      : { ...progress, announced: 3, isFinished: true, isContinued: false },
  );
  const events = (...input: string[]) =>
    run(process.execPath, [command, ...input], { env: { ...process.env, NATS_URL: nats.url } }).catch((error) => error);

  const [status, republish, redrive, noTime, snapshot, none] = await Promise.all([
    events('status', '--service', 'webhooks'),
    events('republish', '--service', 'webhooks', '--since', '1h'),
    events('redrive', '--service', 'evidence'),
    events('republish', '--since', 'yesterday'),
    events('snapshot', 'identity', '--rate', '2'),
    events('snapshot', 'evidence'),
  ]);
  expect(status.stdout).toMatch(/^webhooks +0 unsent, 0 parked$/m);
  expect(republish.stdout).toMatch(/^webhooks +0 published again$/m);
  expect(redrive).toMatchObject({ code: 1, stdout: expect.stringContaining('does not respond') });
  expect(snapshot.stdout).toBe(
    'identity      continues the snapshot of 2026-01-05T09:00:00.000Z\nidentity      3 announced\n',
  );
  expect(none).toMatchObject({ code: 1, stdout: expect.stringContaining('does not respond') });
  expect(noTime).toMatchObject({ code: 1, stderr: expect.stringContaining('neither a time nor a duration') });
});

test('npm run events -- discard discards one parked event with a reason', async () => {
  await using nats = await ownNats();
  await using world = await openWorld({ natsUrl: nats.url });
  const { db, bus, app } = world;
  const parts = { service: 'webhooks', subscriptions: subscriptionsOf(world.events), app, db, bus, log };
  await using _consumers = await startConsumers(parts);
  const id = randomUUID();
  await sql`insert into dead_letter (consumer, event_id, type, headers, payload, reason)
    values ('webhooks', ${id}, 'provider.thing.changed.v1', '{}', '{}', 'late')`.execute(db);
  const discard = (...input: string[]) =>
    run(process.execPath, [command, 'discard', ...input], { env: { ...process.env, NATS_URL: nats.url } }).catch(
      (error) => error,
    );
  const [noReason, unknown] = await Promise.all([
    discard(id),
    discard(randomUUID(), '--service', 'webhooks', '--reason', 'It is gone.'),
  ]);
  expect(noReason).toMatchObject({ code: 1, stderr: expect.stringContaining('--reason') });
  expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('is parked') });
  const done = await discard(id, '--service', 'webhooks', '--reason', 'It is gone.');
  expect(done.stdout).toMatch(/^webhooks +\S+ discarded$/m);
  expect(await world.count('outbox')).toBe(1);
});

test('npm run streams creates what is missing, and says what to do without a server', async () => {
  await using nats = await ownNats();
  const streams = (env: NodeJS.ProcessEnv) =>
    run(process.execPath, [join(import.meta.dirname, 'streams.ts'), '--once'], { env }).catch((error) => error);
  const { NATS_URL: _, ...environment } = process.env;
  const withServer = { ...environment, NATS_URL: nats.url };
  expect((await streams(withServer)).stdout).toContain('IDENTITY');
  expect((await streams(withServer)).stdout).toBe('Every stream and consumer exists.\n');
  expect(await streams({ ...environment, DATA_DIR: join(import.meta.dirname, 'none') })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('does not run on'),
  });
});
