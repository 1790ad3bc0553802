import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startRelay } from '@trust/service-kit/relay';
import { provision, streamsFor } from '@trust/service-kit/streams';
import { expect, test } from 'vitest';
import { log, openWorld } from '../../packages/service-kit/test/event-world.ts';
import { ownNats } from '../../packages/service-kit/test/own-nats.ts';

const run = promisify(execFile);
const command = join(import.meta.dirname, 'events.ts');

test('npm run events asks the running services and says which do not answer', async () => {
  await using nats = await ownNats();
  await using world = await openWorld({ natsUrl: nats.url });
  await provision(world.bus, { streams: streamsFor(['webhooks.audit.audit.recorded.v1']), readings: [] });
  await using _relay = await startRelay(world.db, world.bus, { service: 'webhooks', log });
  const events = (...input: string[]) =>
    run(process.execPath, [command, ...input], { env: { ...process.env, NATS_URL: nats.url } }).catch((error) => error);

  const [status, republish, redrive, noTime] = await Promise.all([
    events('status', '--service', 'webhooks'),
    events('republish', '--service', 'webhooks', '--since', '1h'),
    events('redrive', '--service', 'evidence'),
    events('republish', '--since', 'yesterday'),
  ]);
  expect(status.stdout).toMatch(/^webhooks +0 unsent, 0 parked$/m);
  expect(republish.stdout).toMatch(/^webhooks +0 published again$/m);
  expect(redrive).toMatchObject({ code: 1, stdout: expect.stringContaining('does not answer') });
  expect(noTime).toMatchObject({ code: 1, stderr: expect.stringContaining('neither a time nor a duration') });
});
