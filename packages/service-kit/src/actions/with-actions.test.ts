import { randomUUID } from 'node:crypto';
import { Actions } from '@trust/contracts/actions/actions';
import type { Actor } from '@trust/contracts/actor';
import { operator, person, representative } from '@trust/service-testing/actors';
import { type SampleApp, startSample } from '@trust/service-testing/sample-service';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { commandFor } from '../http/command.ts';
import { routeFor } from '../http/route.ts';
import { conflict, unavailable } from '../problems/problem.ts';
import { answer, withActions } from './with-actions.ts';

const Thing = z.object({ id: z.string(), actions: Actions }).meta({ id: 'Thing' });
const Params = z.object({ caseId: z.string() });
const body = z.strictObject({ duty: z.enum(['review', 'decide']) }).meta({ id: 'ThingDuty' });
const path = '/things/{caseId}';
const thing = { status: 200, body: Thing } as const;
const locked = { en: 'It is locked.', fr: 'C’est verrouillé.' };

/** What the rules know; a test changes it. */
const state = { isLocked: false, isAway: false };

const declared = {
  getThing: routeFor<SampleApp>()(
    { method: 'get', path, summary: 'Read', access: 'session', params: Params, responds: thing },
    async ({ params }) => ({ id: params.caseId }),
  ),
  decideThing: commandFor<SampleApp>()(
    {
      ...{ method: 'post', path: `${path}/decide`, summary: 'Decide', access: 'verification.cases.decide' },
      ...{ params: Params, stepUp: true, responds: thing, problems: ['state-conflict'] },
      acts: { on: 'case', as: 'decide' },
      rule: async () => {
        if (state.isAway) throw unavailable({ upstream: 'test', reason: 'away' });
        if (state.isLocked) throw conflict(locked);
        return 'ruled';
      },
    },
    async (_input, _app, _trx, ruled) => ({ id: ruled }),
  ),
  takeThing: commandFor<SampleApp>()(
    {
      ...{ method: 'post', path: `${path}/take`, summary: 'Take', access: 'session', params: Params, body },
      ...{ permissions: ['verification.cases.review'], responds: thing, problems: ['state-conflict'] },
      acts: {
        on: 'case',
        as: {
          take_review: { duty: 'review' },
          take_decision: { duty: 'decide' },
        },
      },
      rule: async ({ choice }) => {
        if (choice.duty === 'review') throw conflict(locked);
      },
    },
    async ({ params }) => ({ id: params.caseId }),
  ),
  withdrawThing: commandFor<SampleApp>()(
    {
      ...{ method: 'post', path: `${path}/withdraw`, summary: 'Withdraw', access: 'session', params: Params },
      ...{ permissions: ['provider.cases.manage'], responds: thing },
      acts: { on: 'case', as: 'withdraw_case' },
      rule: async () => ({ until: new Date(0) }),
    },
    async ({ params }) => ({ id: params.caseId }),
  ),
} as const;

const routes = withActions<SampleApp, typeof declared>(declared, [
  answer(Thing, async (read, { actionsOf }) => {
    const of = { caseId: read.id };
    return { ...read, actions: await actionsOf('case', of, read.id === 'own' ? 'representatives' : 'operators') };
  }),
]);

// With one connection a rule that asks for a second one fails.
const start = () => startSample(routes, { strict: false });
type Service = Awaited<ReturnType<typeof start>>;
const read = async (service: Service, actor: Actor, headers = {}, id = 'any') =>
  (await service.get(`/things/${id}`, { actor, headers })).body.actions;

test('T7 an entry is what the rule of its operation says, with the words of the problem', async () => {
  await using service = await start();
  const decider = operator('decider');
  const allowed = { key: 'decide', operation: 'decideThing', allowed: true, reason: null, needs: null, endsAt: null };
  expect(await read(service, decider)).toContainEqual(allowed);
  state.isLocked = true;
  const refused = { ...allowed, allowed: false };
  const [en] = await read(service, decider);
  expect(en).toEqual({ ...refused, reason: { code: 'state-conflict', text: locked.en } });
  const [fr] = await read(service, decider, { 'accept-language': 'fr' });
  expect(fr.reason.text).toBe(locked.fr);
  expect((await service.post('/things/any/decide', { actor: decider })).body.detail).toBe(locked.en);
  state.isLocked = false;
  expect((await service.post('/things/any/decide', { actor: decider })).body).toMatchObject({ id: 'ruled' });
});

test('T7 each choice is asked apart; a missing permission is a reason, a missing step-up is not', async () => {
  await using service = await start();
  const stale = { authenticatedAt: 1 };
  const by = async (actor: Actor) =>
    (await read(service, actor)).map(({ key, allowed, needs, reason }: Record<string, { code: string }>) =>
      [key, allowed, needs, reason?.code].join(' '),
    );
  expect(await by(operator('decider', stale))).toEqual([
    'decide true step_up ',
    'take_review false  state-conflict',
    'take_decision true  ',
  ]);
  expect(await by(operator('decider', { ...stale, needsPasskey: true }))).toContain('decide true passkey ');
  expect(await by(operator('reviewer', stale))).toContain('decide false  forbidden');
  // Nobody tried anything.
  expect(await service.refusals()).toEqual([]);
});

test('T7 representatives read their own actions only, with the end that a rule knows', async () => {
  await using service = await start();
  const actions = await read(service, representative(randomUUID()), {}, 'own');
  expect(actions).toMatchObject([{ key: 'withdraw_case', allowed: true, endsAt: '1970-01-01T00:00:00.000Z' }]);
  expect((await read(service, person())).map(({ key }: { key: string }) => key)).not.toContain('withdraw_case');
});

test('T7 a repeat with its `Idempotency-Key` has the actions of now', async () => {
  await using service = await start();
  const actor = operator('decider');
  const send = async () => {
    const { body: sent } = await service.post('/things/any/decide', { actor, headers: { 'idempotency-key': 'once' } });
    return [sent.id, sent.actions[0].allowed];
  };
  expect(await send()).toEqual(['ruled', true]);
  state.isLocked = true;
  expect(await send()).toEqual(['ruled', false]);
  state.isLocked = false;
});

test('T7 an outage of a rule is an outage of the answer, not a reason', async () => {
  await using service = await start();
  state.isAway = true;
  const actor = operator('decider');
  expect((await service.get('/things/any', { actor })).status).toBe(503);
  // A write that is done says so, without actions.
  const taken = await service.post('/things/any/take', { actor, body: { duty: 'decide' } });
  expect([taken.status, taken.body]).toEqual([200, { id: 'any' }]);
  state.isAway = false;
});

test('an action without a rule does not start', () => {
  const { rule: _rule, ...decideThing } = declared.decideThing;
  expect(() => withActions<SampleApp, { decideThing: typeof decideThing }>({ decideThing }, [])).toThrow(
    /without a `rule`/,
  );
});
