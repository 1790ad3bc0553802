import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import type { EventType } from '@trust/contracts/event';
import * as appealEvents from '@trust/contracts/events/appeals';
import * as claimEvents from '@trust/contracts/events/claims';
import * as visitEvents from '@trust/contracts/events/field-visits';
import * as verificationEvents from '@trust/contracts/events/verification';
import { operatorPermissions } from '@trust/contracts/permissions';
import { operator, representative } from '@trust/service-testing/actors';
import { expectImmutable } from '@trust/service-testing/immutable';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appeal, assignAppeal, decideAppeal, makeDecided, overturning, recommendAppeal } from './appeals.ts';
import { check, decide, grantAll, makeAssigned, reason, recommend } from './make.ts';
import { requestCorrection } from './make-correction.ts';
import { requestVisit } from './make-visit.ts';
import { startVerification, type Verification } from './service.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification({ connections: 10 });
});
afterAll(() => service[Symbol.asyncDispose]());

const everything = [...new Set([...operatorPermissions.reviewer, ...operatorPermissions.decider])];
const answered = {
  notFound: /^404 not-found$/,
  forbidden: /^403 forbidden$/,
  conflict: /^409 state-conflict$/,
  /** Whoever reads the case after the winner sees that it has moved on. */
  changed: /^(409 edit-conflict|400 invalid-transition)$/,
  ended: /^400 invalid-transition$/,
  duties: /^409 separation-of-duties$/,
  /** A duty of somebody else is not shown (promise D2). */
  dutiesOrNotFound: /^(409 separation-of-duties|404 not-found)$/,
};

type Answer = { status: number; body: { type?: string } };
type Racers = [count: number, actor: (index: number) => Actor, loses: keyof typeof answered][];

/** Sends all at once. Exactly one of the first kind succeeds; all others get the problem of their kind. */
async function race(racers: Racers, send: (actor: Actor) => Promise<Answer>): Promise<Actor> {
  const all = racers.flatMap(([count, actor, loses], kind) =>
    Array.from({ length: count }, (_none, index) => ({ actor: actor(index), loses, kind })),
  );
  expect(all).toHaveLength(16);
  for (const { actor } of all) if (actor.permissions.length > 0) await service.known(actor);
  const answers = await Promise.all(all.map(({ actor }) => send(actor)));
  const won = answers.findIndex(({ status }) => status < 300);
  for (const [index, { status, body }] of answers.entries()) {
    const { loses = 'conflict', kind } = all[index] ?? {};
    if (index === won) expect(kind).toBe(0);
    else expect(`${status} ${body.type?.split('/').at(-1)}`).toMatch(answered[loses]);
  }
  return all[won]?.actor as Actor;
}

async function rowsOf(table: string, where: string): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<{ row: Record<string, unknown> }>`
    select to_jsonb(t) as row from ${sql.raw(table)} t where ${sql.raw(where)}`.execute(service.db);
  return rows.map(({ row }) => row);
}

test('Z3 M3 E3 one of 16 concurrent recommendations, decisions, assignees, appeals or their decisions wins', async () => {
  const made = await makeAssigned(service);
  const { caseId, owner, providerId } = made;
  const of = `case_id = '${caseId}'`;
  const limitations = ['A copy in black and white.'];
  for (const requirementKey of ['identity', 'licence']) await check(service, made, { requirementKey, limitations });
  const ofReview = await race(
    [
      [10, () => made.reviewer, 'changed'],
      [2, () => operator('reviewer'), 'notFound'],
      [2, () => operator('decider'), 'forbidden'],
      [2, () => ({ ...made.reviewer, assignments: owner.assignments }), 'duties'],
    ],
    (actor) => recommend(service, { caseId, reviewer: actor }),
  );
  expect(await rowsOf('recommendation', of)).toMatchObject([{ recommender_id: ofReview.userId }]);

  const recommender = { ...made.reviewer, permissions: everything };
  const decider = await race(
    [
      // The decision of the first claims the duty, which a case of others does not show.
      [8, () => operator('decider'), 'notFound'],
      [4, () => recommender, 'duties'],
      [2, () => operator('decider', { assignments: owner.assignments }), 'duties'],
      [2, () => operator('reviewer'), 'forbidden'],
    ],
    (actor) => decide(service, caseId, { actor }),
  );
  const [decision, ...others] = await rowsOf('decision', of);
  expect([decision, others]).toMatchObject([{ decider_id: decider.userId, recommender_id: made.reviewer.userId }, []]);
  expect(await rowsOf('claim', `provider_id = '${providerId}'`)).toHaveLength(2);
  expect(await rowsOf('case_assignment', `${of} and duty = 'decide'`)).toMatchObject([{ assignee_id: decider.userId }]);

  const decided = { ...made, decisionId: `${decision?.id}`, decider };
  await race(
    [
      [12, () => owner, 'conflict'],
      [2, () => representative(providerId, 'contributor'), 'forbidden'],
      [2, () => representative(randomUUID()), 'notFound'],
    ],
    (actor) => appeal(service, { ...decided, owner: actor }),
  );
  const [appealed, ...more] = await rowsOf('appeal', of);
  expect([appealed, more]).toMatchObject([{ decision_id: decided.decisionId, submitted_by: owner.userId }, []]);

  const judges = [recommender, { ...decider, permissions: everything }];
  const assigned = () =>
    race(
      [
        [12, () => operator('decider'), 'notFound'],
        [4, (index) => judges[index % 2] as Actor, 'dutiesOrNotFound'],
      ],
      (actor) => assignAppeal(service, caseId, actor),
    );
  const heard = await assigned();
  const appealId = `${appealed?.id}`;
  await service.known(operator('decider'));
  await race([[16, () => heard, 'notFound']], (actor) =>
    recommendAppeal(service, { caseId, appealId, assignee: heard }, { actor }),
  );
  expect(await rowsOf('appeal_recommendation', `appeal_id = '${appealId}'`)).toMatchObject([
    { recommender_id: heard.userId, heard_by: [heard.userId] },
  ]);
  const assignee = await assigned();
  await race(
    [
      [12, () => assignee, 'ended'],
      [4, (index) => judges[index % 2] as Actor, 'notFound'],
    ],
    (actor) => decideAppeal(service, { caseId, appealId, assignee }, { actor, ...overturning }),
  );
  const ofAppeal = `appeal_id = '${appealId}'`;
  expect(await rowsOf('appeal_decision', ofAppeal)).toMatchObject([{ decider_id: assignee.userId }]);
  const relations = (await rowsOf('decision', of)).map(({ relation }) => relation ?? 'of the review');
  expect(relations.sort()).toEqual(['of the review', 'sets_aside']);
  const current = (await rowsOf('claim', `provider_id = '${providerId}' and state = 'active'`)).map(
    ({ claim_type }) => claim_type,
  );
  expect(current.sort()).toEqual(grantAll.map(({ type }) => type));

  const { rows } = await sql<{ numbers: number[] }>`
    select array_agg(aggregate_seq::int order by position) as numbers from outbox
    where aggregate in ('case', 'claim') group by aggregate_id`.execute(service.db);
  for (const { numbers } of rows) expect(numbers).toEqual(numbers.map((_number, index) => index + 1));
  const last = (await service.emitted(verificationEvents.caseChanged)).filter((one) => one.caseId === caseId).at(-1);
  expect(last).toMatchObject({ state: 'closed', outcome: 'verified' });
});

test('M2 ended cases, duties, corrections, visits and claims, recommendations and decisions never change', async () => {
  const { caseId, reviewer, providerId } = await makeDecided(service);
  const visited = await requestVisit(service);
  const cancel = `/verification-cases/${visited.caseId}/field-visits/${visited.fieldVisitId}/cancel`;
  expect((await service.post(cancel, { actor: visited.reviewer, body: { reason } })).status).toBe(200);
  const { body: corrected } = await requestCorrection(service, visited, ['identity']);
  const withdraw = `/verification-cases/${visited.caseId}/correction-requests/${corrected.id}/withdraw`;
  expect((await service.post(withdraw, { actor: visited.reviewer, body: { reason } })).status).toBe(200);
  const release = { actor: visited.reviewer, body: { duty: 'review', reason } };
  expect((await service.post(`/verification-cases/${visited.caseId}/release`, release)).status).toBe(200);

  const recorded = (table: string, where: string, change: string) => ({ table, where, key: 'id', change });
  const ofCase = `case_id = '${caseId}'`;
  const facts = [
    recorded('verification_case', `id = '${caseId}'`, "state = 'in_review'"),
    recorded('verification_case', `id = '${caseId}'`, "outcome = 'not_verified'"),
    recorded('case_assignment', `case_id = '${visited.caseId}' and ended_at is not null`, 'ended_at = null'),
    recorded('case_assignment', `${ofCase} and duty = 'review'`, `assignee_id = '${randomUUID()}'`),
    recorded('correction_request', `id = '${corrected.id}'`, "state = 'open', ended_at = null"),
    recorded('field_visit', `id = '${visited.fieldVisitId}'`, "state = 'requested', ended_at = null"),
    recorded('recommendation', `${ofCase} and recommender_id = '${reviewer.userId}'`, "outcome = 'inconclusive'"),
    recorded('decision', ofCase, "outcome = 'verified_with_limitations'"),
    recorded('claim', `provider_id = '${providerId}'`, "valid_until = now() + interval '1 year'"),
    recorded('claim', `provider_id = '${providerId}'`, "limitations = '{none}'"),
  ];
  const changes =
    /immutable|cannot go from|permission denied|must be (owner|superuser)|sealed|may change|cannot change/;
  const inserts =
    /begins (by|open)|takes no assignee|its assigned reviewer|only a recommended case|its own transaction/;
  const refusal = new RegExp(`${changes.source}|${inserts.source}`);
  await expectImmutable({ app: service.urls.app, owner: service.ownerUrl }, facts, refusal);
});

const events = Object.values<unknown>({
  ...verificationEvents,
  ...appealEvents,
  ...claimEvents,
  ...visitEvents,
})
  .filter((value): value is EventType => typeof value === 'object' && value !== null && 'payload' in value)
  .filter(({ type }) => !type.startsWith('provider.'));

test('E9 no event of verification has private text, and each has a version and rejects undeclared fields', () => {
  expect(events.length).toBeGreaterThan(10);
  const codes = ['verification.evidence.refused.v1', 'verification.field-visit.cancelled.v1'];
  for (const { type, payload } of events) {
    expect(type).toMatch(/^verification\.[a-z-]+\.[a-z-]+\.v\d+$/);
    const { shape } = payload as unknown as { shape: Record<string, unknown> };
    const { error } = payload.safeParse({ undeclared: 1 });
    expect(error?.issues.at(-1), type).toMatchObject({ code: 'unrecognized_keys', keys: ['undeclared'] });
    const isPrivate = /^(reason|reasons|observations?|notes?|grounds|text|.*Email|.*Phone|.*Address|displayName)$/;
    const found = Object.keys(shape).filter((key) => isPrivate.test(key));
    expect(found, type).toEqual(codes.includes(type) ? ['reason'] : []);
  }
});
