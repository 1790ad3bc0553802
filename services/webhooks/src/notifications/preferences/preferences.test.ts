import { auditRecorded } from '@trust/contracts/events/any';
import { person } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWebhooks, type Webhooks } from '../../../test/service.ts';
import { quietUntil } from './quiet-hours.ts';

let webhooks: Webhooks;
beforeAll(async () => {
  webhooks = await startWebhooks();
});
afterAll(() => webhooks[Symbol.asyncDispose]());

const nothing = { locale: null, quietHours: null, groups: [] };
const path = '/notification-preferences';

test('stores the choices of a person; what is left out has the defaults', async () => {
  const [actor, other] = [person(), person()];
  const quietHours = { start: '22:00', end: '07:00', timeZone: 'Europe/Paris' };
  const body = { locale: 'fr', quietHours, groups: [{ group: 'claims', push: false, email: true }] };
  const defaults = await webhooks.get(path, { actor });
  expect(defaults.body).toMatchObject({
    ...nothing,
    groups: expect.arrayContaining([
      { group: 'security', push: true, email: true, canChange: false },
      { group: 'cases', push: true, email: true, canChange: true },
      { group: 'documents', push: true, email: false, canChange: true },
    ]),
  });
  expect(defaults.headers.get('etag')).toBe('"r0"');
  const put = await webhooks.put(path, { actor, body });
  expect(put).toMatchObject({ status: 200, body: { locale: 'fr', quietHours, revision: 1 } });
  expect(put.body.groups).toContainEqual({ group: 'claims', push: false, email: true, canChange: true });
  expect((await webhooks.get(path, { actor })).body).toEqual(put.body);
  expect((await webhooks.get(path, { actor: other })).body).toEqual(defaults.body);
  expect((await webhooks.emitted(auditRecorded.webhooks)).at(-1)).toMatchObject({
    action: 'putNotificationPreferences',
    after: { locale: 'fr', hasQuietHours: true, chosenGroups: 1 },
  });
  const reset = await webhooks.put(path, { actor, body: nothing, headers: { 'if-match': '"r1"' } });
  expect(reset.body).toEqual({ ...defaults.body, revision: 2 });
  const late = await webhooks.put(path, { actor, body, headers: { 'if-match': '"r1"' } });
  expect(late).toMatchObject({ status: 409, body: { current: { revision: 2 } } });
});

const quiet = { start: '22:00', end: '07:00' };
test.each([
  ['security notices switched off', { groups: [{ group: 'security', push: true, email: false }] }, 'groups.0'],
  ['a group twice', { groups: [1, 2].map(() => ({ group: 'cases', push: true, email: true })) }, 'groups'],
  ['an unknown time zone', { quietHours: { ...quiet, timeZone: 'Europe/Atlantis' } }, 'quietHours.timeZone'],
  ['a time zone that only some libraries know', { quietHours: { ...quiet, timeZone: 'JST' } }, 'quietHours.timeZone'],
  ['an offset for a time zone', { quietHours: { ...quiet, timeZone: '+02:00' } }, 'quietHours.timeZone'],
  ['a time that no clock shows', { quietHours: { ...quiet, end: '24:00', timeZone: 'UTC' } }, 'quietHours.end'],
])('rejects %s', async (_name, change, field) => {
  expect(await webhooks.put(path, { actor: person(), body: { ...nothing, ...change } })).toMatchObject({
    status: 400,
    body: { errors: [{ field }] },
  });
});

test.each([
  ['outside', '2026-07-01T12:00:00Z', undefined],
  ['in the evening', '2026-07-01T20:30:00Z', '2026-07-02T05:00:00.000Z'],
  ['after midnight', '2026-07-01T23:30:00Z', '2026-07-02T05:00:00.000Z'],
  ['at the end', '2026-07-02T05:00:00Z', undefined],
  // The clocks go forward on 29 March, back on 25 October.
  ['before summer time', '2026-03-28T22:00:00Z', '2026-03-29T05:00:00.000Z'],
  ['before winter time', '2026-10-24T21:00:00Z', '2026-10-25T06:00:00.000Z'],
])('quiet hours %s', (_name, at, end) => {
  expect(quietUntil({ ...quiet, timeZone: 'Europe/Paris' }, new Date(at))?.toISOString()).toBe(end);
});

test('an end that occurs twice, as the clocks go back, is never in the past', () => {
  const early = { start: '22:00', end: '02:30', timeZone: 'Europe/Paris' };
  for (const at of ['2026-10-25T00:15:00Z', '2026-10-25T01:15:00Z'])
    expect(quietUntil(early, new Date(at))?.toISOString()).toBe('2026-10-25T01:30:00.000Z');
});

test('a stored zone that is unknown has no quiet hours, so deliveries go on', () => {
  expect(quietUntil({ ...quiet, timeZone: 'Mars/Olympus' }, new Date('2026-07-01T20:30:00Z'))).toBeUndefined();
});

test('quiet hours within a day, and none', () => {
  const at = new Date('2026-01-05T13:30:00Z');
  expect(quietUntil({ start: '13:00', end: '14:00', timeZone: 'UTC' }, at)?.toISOString()).toBe(
    '2026-01-05T14:00:00.000Z',
  );
  expect(quietUntil({ start: '13:30', end: '13:30', timeZone: 'UTC' }, at)).toBeUndefined();
});
