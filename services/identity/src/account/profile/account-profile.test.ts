import type { PayloadOf } from '@trust/contracts/event';
import { auditRecorded } from '@trust/contracts/events/any';
import { representativeAssigned, representativeEnded } from '@trust/contracts/events/representatives';
import { person } from '@trust/service-testing/actors';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Identity, member, newAddress, startIdentity } from '../../../test/service.ts';

let identity: Identity;
beforeAll(async () => {
  identity = await startIdentity({ connections: 10 });
});
afterAll(() => identity[Symbol.asyncDispose]());

type Assigned = PayloadOf<typeof representativeAssigned>;
type Somebody = Awaited<ReturnType<typeof member>>['actor'];
const path = '/account/profile';
const edit = (actor: Somebody, body: object, ifMatch?: string) =>
  identity.put(path, { actor, body, ...(ifMatch && { headers: { 'if-match': ifMatch } }) });

test('returns the caller’s own name, language and contact points', async () => {
  const { actor, identifier } = await member(identity);
  const verifiedAt = identity.clock.now.toISOString();
  const answer = await identity.get(path, { actor });
  expect(answer).toMatchObject({ status: 200, headers: expect.anything() });
  expect(answer.body).toEqual({
    id: actor.userId,
    displayName: null,
    locale: 'en',
    contactPoints: [{ id: expect.any(String), channel: 'email', identifier, verified: true, verifiedAt }],
    providers: [],
    operatorRoles: [],
    revision: 1,
  });
  expect(answer.headers.get('etag')).toMatch(/^"r1[.][\w-]+"$/);
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

test('the language of a first sign-in is that of the new person, and a later one changes nothing', async () => {
  const address = newAddress();
  for (const language of ['fr', 'en']) {
    const { actor } = await member(identity, address, { 'accept-language': language });
    expect((await identity.get(path, { actor })).body.locale).toBe('fr');
    identity.clock.now = new Date(identity.clock.now.getTime() + 60_000);
  }
});

test('lists the providers that the person represents, with the role, until the assignment ends', async () => {
  const { actor } = await member(identity);
  const tags = new Set<string | null>();
  const listed = async () => {
    const { body, headers } = await identity.get(path, { actor });
    tags.add(headers.get('etag'));
    return body.providers;
  };
  const [first, second] = (['owner', 'contributor'] as const).map((role, index) => ({
    assignmentId: `0190000${index}-0000-7000-8000-${actor.userId.slice(-12)}`,
    providerId: crypto.randomUUID(),
    userId: actor.userId,
    role,
  })) as [Assigned, Assigned];
  const { actor: somebodyElse } = await member(identity);
  const another = { ...second, assignmentId: crypto.randomUUID(), userId: somebodyElse.userId };
  for (const one of [second, first, another]) await identity.deliver(representativeAssigned, one);
  const [owned, helped] = [first, second].map(({ providerId, role }) => ({ providerId, role }));
  expect(await listed()).toEqual([owned, helped]);
  const edited = await edit(actor, { displayName: 'Zoë', locale: 'en' }, [...tags][0] ?? '');
  expect(edited).toMatchObject({ status: 200, body: { providers: [owned, helped], revision: 2 } });
  expect(await listed()).toEqual([owned, helped]);
  const { role: _role, ...ended } = first;
  await identity.deliver(representativeEnded, ended);
  expect(await listed()).toEqual([helped]);
  expect(tags.size).toBe(3);
});

test('C3 returns 409 with the current profile for a stale If-Match', async () => {
  const { actor } = await member(identity);
  const [one, other] = [await identity.get(path, { actor }), await identity.get(path, { actor })];
  const tag = one.headers.get('etag') ?? '';
  expect(other.headers.get('etag')).toBe(tag);

  const first = await edit(actor, { displayName: 'Zoë', locale: 'en' }, tag);
  expect(first).toMatchObject({ status: 200, body: { displayName: 'Zoë', revision: 2 } });
  const stale = await edit(actor, { displayName: null, locale: 'fr' }, tag);
  expect(stale).toMatchObject({
    status: 409,
    body: {
      type: 'http://trust.test/problems/edit-conflict',
      current: { displayName: 'Zoë', locale: 'en', revision: 2, contactPoints: [{ channel: 'email' }] },
    },
  });
  expect(stale.headers.get('etag')).toBe(first.headers.get('etag'));

  const second = await edit(actor, { displayName: 'Zoë', locale: 'fr' }, stale.headers.get('etag') ?? '');
  expect(second).toMatchObject({ status: 200, body: { displayName: 'Zoë', locale: 'fr', revision: 3 } });
  expect(new Set([tag, first.headers.get('etag'), second.headers.get('etag')]).size).toBe(3);
});

test('C3 accepts a list of tags, `*` and no If-Match, rejects weak tags, and keeps an unchanged revision', async () => {
  const { actor } = await member(identity);
  const named = (displayName: string) => ({ displayName, locale: 'en' });
  expect((await edit(actor, named('A'), 'W/"r1"')).status).toBe(409);
  expect((await edit(actor, named('A'), '"r9", W/"r1"')).status).toBe(409);
  expect(await edit(actor, named('A'), '"r9", "r1"')).toMatchObject({ body: { revision: 2 } });
  expect(await edit(actor, named('B'), '*')).toMatchObject({ body: { revision: 3 } });
  expect(await edit(actor, named('C'))).toMatchObject({ body: { revision: 4 } });
  expect(await edit(actor, named('C'))).toMatchObject({ body: { revision: 4 } });
});

test('C3 exactly one of 16 concurrent writes with the same If-Match succeeds; without If-Match all do', async () => {
  const { actor } = await member(identity);
  const race = (ifMatch?: string) =>
    Promise.all(
      Array.from({ length: 16 }, (_, n) => edit(actor, { displayName: `${ifMatch} ${n}`, locale: 'en' }, ifMatch)),
    );
  const statuses = (await race('"r1"')).map(({ status }) => status).sort();
  expect(statuses).toEqual([200, ...Array.from({ length: 15 }, () => 409)]);
  const revisions = (await race()).map(({ body }) => body.revision).sort((a, b) => a - b);
  expect(revisions).toEqual(Array.from({ length: 16 }, (_, n) => n + 3));
});

test('C3 returns 304 for a matching If-None-Match', async () => {
  const { actor } = await member(identity);
  const ask = (tag: string) => identity.get(path, { actor, headers: { 'if-none-match': tag } });
  const tag = (await identity.get(path, { actor })).headers.get('etag');
  for (const one of [tag, `W/${tag}`, `"r7", ${tag}`, '*']) expect((await ask(one ?? '')).status).toBe(304);
  for (const one of ['"r1"', '"r2"']) expect((await ask(one)).status).toBe(200);
});

test('P2 stores no name or identifier in clear in tables, events or audit entries', async () => {
  const { actor, identifier } = await member(identity);
  const name = `Canary ${crypto.randomUUID()}`;
  expect((await edit(actor, { displayName: name, locale: 'en' })).status).toBe(200);
  const { rows } = await sql<{ text: string }>`
    select row_to_json(p)::text as text from person p union all select row_to_json(c)::text from contact_point c
    union all select row_to_json(o)::text from outbox o union all select row_to_json(h)::text from challenge h`.execute(
    identity.db,
  );
  expect(rows.filter(({ text }) => text.includes(name) || text.includes(identifier))).toEqual([]);
  const entries = await identity.emitted(auditRecorded.identity);
  expect(entries.filter(({ action, objectId }) => action === 'putAccountProfile' && objectId === actor.userId)).toEqual(
    [expect.objectContaining({ after: { revision: 2, named: true, locale: 'en' } })],
  );
});

test.each([
  ['an unknown key', { displayName: 'Zoë', locale: 'en', role: 'triage' }, 'role', 'unknown_field'],
  ['an empty name', { displayName: ' ', locale: 'en' }, 'displayName', 'too_small'],
  ['another language', { displayName: null, locale: 'de' }, 'locale', 'invalid_value'],
  ['a missing name', { locale: 'en' }, 'displayName', 'required'],
])('returns 400 for %s', async (_what, body, field, code) => {
  const { actor } = await member(identity);
  expect(await edit(actor, body)).toMatchObject({ status: 400, body: { errors: [{ field, code }] } });
});

test('returns 401 for an unknown person', async () => {
  const actor = person();
  expect((await identity.get(path, { actor })).status).toBe(401);
  expect((await edit(actor, { displayName: null, locale: 'en' })).status).toBe(401);
});
