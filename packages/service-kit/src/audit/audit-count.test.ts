import { notificationRequested } from '@trust/contracts/events/any';
import { sendAdminRequest } from '@trust/service-admin/admin-client';
import { provision, streamsFor } from '@trust/service-admin/provision-streams';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { log, openWorld, until, type World } from '../../test/event-world.ts';
import { ownNats } from '../../test/own-nats.ts';
import type { Bus } from '../bus/bus.ts';
import { emit } from '../outbox/outbox.ts';
import { startRelay } from '../outbox/relay.ts';
import { auditFor } from './audit.ts';

const service = 'webhooks';
const notification = notificationRequested[service];

async function act({ db }: World, count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    await db.transact(async (trx) => {
      const request = { at: new Date(), id: `request ${index}`, operation: 'putThing', access: 'session' };
      const entry = { objectType: 'thing', objectId: null };
      await auditFor(service)(trx, { actor: undefined, request }, entry);
    });
  }
}

/** A bus on which every third message is sent but not acknowledged. */
function forgetful(bus: Bus): Bus {
  let messages = 0;
  const publish: Bus['publish'] = async (...message) => {
    const ack = await bus.publish(...message);
    if (++messages % 3 === 0) throw new Error('no acknowledgement');
    return ack;
  };
  return { ...bus, publish };
}

test('P1 a service counts each audit event once, however often it is sent, and no other event', async () => {
  await using nats = await ownNats();
  await using world = await openWorld({ natsUrl: nats.url });
  const { db, bus } = world;
  await provision(bus, {
    streams: streamsFor([`${service}.audit.audit.recorded.v1`, `${service}.notification.x`]),
    consumers: [],
  });
  const audited = async () => {
    const response = await sendAdminRequest<{ audited: number }>(bus, service, 'status');
    return 'answer' in response ? response.answer.audited : response.error;
  };
  const allSent = () => until('all are sent', async () => (await unsent(world)) === 0);
  {
    await using _relay = await startRelay(db, forgetful(bus), { service, log });
    await act(world, 20);
    await db.transact((trx) =>
      emit(trx, notification, { userId: null, providerId: null, template: 'case_opened', data: {} }),
    );
    expect(await audited()).toBe(20);
    await allSent();
    expect(await audited()).toBe(20);
  }
  await act(world, 5);
  await using _first = await startRelay(db, bus, { service, log });
  await using _second = await startRelay(db, bus, { service, log });
  expect(await audited()).toBe(25);
  await allSent();
  await sendAdminRequest(bus, service, 'republish', { since: new Date(0).toISOString() });
  await sql`delete from outbox`.execute(db);
  expect(await audited()).toBe(25);
});

const unsent = async ({ db }: World) => (await sql`select from outbox where sent_at is null`.execute(db)).rows.length;
