import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { decideName, inAYear, makeClaim, makeOwner, squareAround, transition } from './make.ts';
import { setGate, startProvider } from './service.ts';

// Unlike every other number in the test.
const base = { latitude: 47.391826, longitude: 0.617253, addressLabel: 'Canary Lane 77' };
const premises = { latitude: 47.5, longitude: 0.5, consent: true };

function traces(value: number): string[] {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  const texts = [String(value), value.toFixed(5), value.toFixed(4), value.toFixed(3), bytes.toString('hex')];
  return [...texts, ...texts.map((text) => Buffer.from(text).toString('base64').slice(0, 6))];
}

test('D1 the private base is in no response, event, log, stored response or listing', async () => {
  await using service = await startProvider();
  const { actor, id, publicId } = await makeOwner(service);
  // Random, a corner of the public area could be at a coordinate of the base.
  await service.db
    .insertInto('area_key')
    .values({ provider_id: id, key: Buffer.alloc(32, 1) })
    .execute();
  const seen: string[] = [];
  const keep = async (answer: Promise<{ status: number; body: unknown; headers: Headers }>) => {
    const { body, headers } = await answer;
    seen.push(Buffer.isBuffer(body) ? decodeJws(body) : JSON.stringify(body), JSON.stringify([...headers]));
  };
  const me = '/provider-workspace/me';
  await keep(service.put(`${me}/location`, { actor, body: { privateBase: base } }));
  await keep(service.patch(`${me}/profile`, { actor, body: { summary: 'Electrical work.' } }));
  await keep(service.put(`${me}/services/electrician`, { actor }));
  await keep(service.put(`${me}/location`, { actor, body: { publicPremises: premises } }));
  await keep(service.put(`${me}/location`, { actor, body: { serviceArea: squareAround(premises, 0.3) } }));
  await keep(service.put(`${me}/location`, { actor, body: { privateBase: { ...base, latitude: 400 } } }));
  await keep(service.put(`${me}/availability/electrician`, { actor, body: { state: 'available' } }));
  await makeClaim(service, id, { validUntil: inAYear() });
  await setGate(service, 'open');
  await decideName(service, id);
  await keep(transition(service, actor, id, 'publish'));
  await keep(service.get(me, { actor }));
  await keep(service.get(`/providers/${id}`, { actor }));
  await keep(service.get(`/public/providers/${publicId}`));
  await keep(service.get(`/public/providers/${publicId}/claims`));
  await keep(service.get(`/public/providers/${publicId}/claims`, { headers: { accept: 'application/jwt' } }));
  await keep(service.get(`/public/providers/search?category=electrician&latitude=47.5&longitude=0.5`));

  const { rows } = await sql<{ row: string }>`
    select payload::text || headers::text as row from outbox union all select l::text from public_listing l
    union all select encode(answer, 'hex') from idempotency_key`.execute(service.db);
  expect(service.logged.length).toBeGreaterThan(10);
  seen.push(...rows.map(({ row }) => row), ...service.logged);

  const canaries = [...traces(base.latitude), ...traces(base.longitude), 'Canary'];
  const leaks = seen.flatMap((text) => canaries.filter((canary) => text.toLowerCase().includes(canary.toLowerCase())));
  expect(leaks).toEqual([]);
  expect(seen.join()).toContain('47.5');

  const indexes = await sql`select indexname from pg_indexes where tablename = 'private_base'`.execute(service.db);
  expect(indexes.rows).toEqual([{ indexname: 'private_base_pkey' }]);
});

test('D1 T6 areas drawn around two homes of one cell make the same listing', async () => {
  await using service = await startProvider();
  await setGate(service, 'open');
  const { actor, id } = await makeOwner(service);
  const put = (longitude: number) => {
    const privateBase = { ...base, longitude };
    const body = { privateBase, serviceArea: squareAround(privateBase, 0.3) };
    return service.put('/provider-workspace/me/location', { actor, body });
  };
  await service.patch('/provider-workspace/me/profile', { actor, body: { summary: 'Electrical work.' } });
  await service.put('/provider-workspace/me/services/electrician', { actor });
  await service.db
    .insertInto('area_key')
    .values({ provider_id: id, key: Buffer.alloc(32, 1) })
    .execute();
  await put(0.607);
  await makeClaim(service, id, { validUntil: inAYear() });
  await decideName(service, id);
  await transition(service, actor, id, 'publish');
  const rows: unknown[] = [];
  for (const longitude of [0.607, 0.617, 0.635]) {
    await put(longitude);
    const listing = service.db.selectFrom('public_listing').select(['geog', 'area', 'reach']);
    rows.push(await listing.where('provider_id', '=', id).executeTakeFirstOrThrow());
  }
  expect(rows[0]).toEqual(rows[1]);
  expect(rows[0]).toEqual(rows[2]);
});

function decodeJws(body: Buffer): string {
  return Buffer.from(body.toString().split('.')[1] ?? '', 'base64url').toString();
}
