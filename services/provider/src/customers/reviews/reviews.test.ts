import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { notificationRequested } from '@trust/contracts/events/any';
import { ReviewState } from '@trust/contracts/events/customers';
import { personErased } from '@trust/contracts/events/identity';
import { operator, person } from '@trust/service-testing/actors';
import { exportPersonalData } from '@trust/service-testing/personal-data';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePublished, type Owner, transition } from '../../../test/make.ts';
import { makeEnquiry, makeInteraction } from '../../../test/make-enquiry.ts';
import { decideModeration, makeReview as makeReviewOf, moderationsOf, writeReview } from '../../../test/make-review.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';
import { stateAfter, transitions, transitionsByAppeal } from '../review-record/states.ts';

let service: ProviderService;
let owner: Owner;
beforeAll(async () => {
  service = await startProvider();
  owner = await makePublished(service);
});
afterAll(() => service[Symbol.asyncDispose]());

const write = (actor: Actor, interactionId: string) => writeReview(service, actor, interactionId);
const requests = (subjectId: string) => moderationsOf(service, subjectId);
const notified = async (reviewId: string) =>
  (await service.emitted(notificationRequested.provider))
    .filter(({ data }) => data.reviewId === reviewId)
    .map(({ template, userId }) => `${template} ${userId ? 'author' : 'provider'}`);
const listed = async (of = owner) => (await service.get(`/public/providers/${of.publicId}/reviews`)).body;

const decide = (subjectId: string, outcome: 'approved' | 'refused', reasonCode?: string) =>
  decideModeration(service, subjectId, outcome, reasonCode);
const makeReview = (of = owner) => makeReviewOf(service, of);

test('only a customer with an own interaction of the last 12 months can write a review, once', async () => {
  const { customer, interactionId } = await makeInteraction(service, owner);
  const enquired = await makeEnquiry(service, owner);
  for (const [actor, id] of [
    [person(), interactionId],
    [owner.actor, interactionId],
    [enquired.customer, enquired.id],
  ] as const)
    expect(await write(actor, id)).toMatchObject({ status: 404 });
  const written = await write(customer, interactionId);
  expect(written).toMatchObject({ status: 201, body: { state: 'pending', isRecommended: true } });
  expect(await requests(written.body.id)).toMatchObject([
    { kind: 'review', round: 1, isAppeal: false, involvedIds: [customer.userId] },
  ]);
  expect(await write(customer, interactionId)).toMatchObject({ status: 409 });
  const late = await makeInteraction(service, owner);
  const before = service.clock.now;
  service.clock.now = new Date(before.getTime() + 366 * 86_400_000);
  expect(await write(late.customer, late.interactionId)).toMatchObject({ status: 409 });
  service.clock.now = before;
  await expect(
    sql`insert into review (id, interaction_id, author_id, provider_id, category_key, is_recommended, text, submitted_at)
      select gen_random_uuid(), id, gen_random_uuid(), provider_id, category_key, true, 'x', recorded_at from interaction
      where id = ${late.interactionId}`.execute(service.db),
  ).rejects.toMatchObject({ constraint: 'review_of_own_interaction' });
});

test('a review is shown once an operator approves it, with the one response of the provider', async () => {
  const of = await makePublished(service);
  const { id, customer } = await makeReview(of);
  expect((await listed(of)).items).toEqual([]);
  expect(await service.get(`/reviews/${id}`, { actor: of.actor })).toMatchObject({ status: 404 });
  const path = `/providers/${of.id}/reviews/${id}/response`;
  const respond = (text: string) => service.put(path, { actor: of.actor, body: { text } });
  expect(await respond('Too early.')).toMatchObject({ status: 404 });
  await decide(id, 'approved');
  expect(await notified(id)).toEqual(['review_published author', 'review_published provider']);
  await decide((await respond('Thanks.')).body.id, 'approved');
  for (const text of ['Ask amy@mail.example.', 'Amy: 06 12 34 56 78!', 'Call +33 (0)6.12.34.56.78'])
    expect(await respond(text)).toMatchObject({ status: 400, body: { errors: [{ code: 'contact_not_allowed' }] } });
  expect((await respond('Paid 1 250.00 on 2026-01-05, invoice 20431, at 9 @ noon.')).status).toBe(200);
  const responded = await respond('Thank you!');
  expect(responded).toMatchObject({ status: 200, body: { reviewId: id, text: 'Thank you!', state: 'pending' } });
  await decide(responded.body.id, 'approved');
  expect(await listed(of)).toMatchObject({
    counts: { published: 1, recommended: 1, removed: [], notPublished: [] },
    items: [{ id, isFlagged: false, response: { text: 'Thank you!' } }],
  });
  expect((await service.get('/provider-workspace/me/review-responses', { actor: of.actor })).body.items).toMatchObject([
    { reviewId: id, text: 'Thank you!' },
  ]);
  expect(await service.put(path, { actor: customer, body: { text: 'Mine.' } })).toMatchObject({ status: 404 });
  expect(await service.get(`/reviews/${id}`, { actor: operator('supervisor') })).toMatchObject({ status: 200 });
  expect(await service.get(`/reviews/${id}`, { actor: operator('triage') })).toMatchObject({ status: 404 });
});

test('a flagged review stays unless it is harmful or illegal; counts say how many were removed and why', async () => {
  const of = await makePublished(service);
  const { customer } = await makeInteraction(service, of);
  service.advanceClock(86_400);
  const [kept, removed] = [await makeReview(of), await makeReview(of)];
  service.advanceClock(1);
  for (const { id } of [kept, removed]) await decide(id, 'approved');
  const flag = (id: string, reasonCode: string, actor = person()) =>
    service.post(`/reviews/${id}/flags`, { actor, body: { reasonCode } });
  const flagger = person();
  expect(await flag(kept.id, 'off_topic', flagger)).toMatchObject({ status: 201, body: { reasonCode: 'off_topic' } });
  expect(await flag(kept.id, 'illegal', flagger)).toMatchObject({ status: 409 });
  expect(await flag(removed.id, 'harmful', customer)).toMatchObject({ status: 201 });
  expect((await listed(of)).items).toMatchObject([{ id: kept.id, isFlagged: true }]);
  expect(await requests(kept.id)).toHaveLength(2);
  await decide(kept.id, 'approved');
  await decide(removed.id, 'refused', 'harmful');
  expect(await listed(of)).toMatchObject({
    counts: { published: 1, removed: [{ reasonCode: 'harmful', count: 1 }], notPublished: [] },
    items: [{ id: kept.id, isFlagged: false }],
  });
  expect((await notified(kept.id)).slice(-2)).toEqual(['review_kept author', 'review_kept provider']);
  expect(await flag(removed.id, 'off_topic')).toMatchObject({ status: 404 });
});

test('a review that was kept after a harmful flag is not hidden by the next one, and is examined again', async () => {
  const of = await makePublished(service);
  const { customer } = await makeInteraction(service, of);
  service.advanceClock(86_400);
  const { id } = await makeReview(of);
  service.advanceClock(1);
  await decide(id, 'approved');
  const flag = (reasonCode: string, actor = person()) =>
    service.post(`/reviews/${id}/flags`, { actor, body: { reasonCode } });
  await flag('off_topic');
  expect((await listed(of)).items).toMatchObject([{ id }]);
  await flag('harmful', customer);
  expect((await listed(of)).items).toEqual([]);
  await decide(id, 'approved');
  for (const reasonCode of ['illegal', 'harmful']) {
    expect(await flag(reasonCode, operator('supervisor'))).toMatchObject({ status: 201 });
    expect((await listed(of)).items).toMatchObject([{ id, isFlagged: true }]);
  }
  expect((await requests(id)).at(-1)).toMatchObject({ round: 3, reasonCode: 'illegal' });
  await decide(id, 'refused', 'harmful');
  expect((await listed(of)).items).toEqual([]);
});

test('the author or the provider appeals a decision against them, once and in time', async () => {
  const { id, customer } = await makeReview();
  const appeal = (actor: Actor) =>
    service.post(`/reviews/${id}/appeals`, { actor, body: { statement: 'It is my own experience.' } });
  expect(await appeal(customer)).toMatchObject({ status: 400 });
  await decide(id, 'refused', 'not_genuine');
  expect(await appeal(owner.actor)).toMatchObject({ status: 404 });
  const before = service.clock.now;
  service.advanceClock(21 * 86_400);
  expect(await appeal(customer)).toMatchObject({ status: 400 });
  service.clock.now = before;
  expect(await appeal(customer)).toMatchObject({ status: 201, body: { state: 'rejected' } });
  expect((await requests(id)).at(-1)).toMatchObject({ round: 2, isAppeal: true });
  await decide(id, 'approved');
  expect((await service.get(`/reviews/${id}`, { actor: customer })).body).toMatchObject({
    state: 'published',
    moderations: [
      { outcome: 'refused', decisionReason: 'not_genuine' },
      { isAppeal: true, outcome: 'approved' },
    ],
  });
  expect(await appeal(owner.actor)).toMatchObject({ status: 409 });

  const other = await makeReview();
  await decide(other.id, 'approved');
  const body = { statement: 'Nobody of that name was a customer.' };
  expect(await service.post(`/reviews/${other.id}/appeals`, { actor: owner.actor, body })).toMatchObject({
    status: 201,
  });
  await decide(other.id, 'refused', 'not_genuine');
  expect((await service.get(`/reviews/${other.id}`, { actor: other.customer })).body).toMatchObject({
    state: 'removed',
  });
});

test('M1 M2 the database accepts the listed transitions of a review only, some with a decided appeal', async () => {
  const paths: Record<ReviewState, ReviewState[]> = {
    pending: [],
    published: ['published'],
    flagged: ['published', 'flagged'],
    removed: ['published', 'flagged', 'removed'],
    rejected: ['rejected'],
    withdrawn: ['withdrawn'],
  };
  const move = (id: string, state: ReviewState) =>
    sql`update review set state = ${state}, ended_at = case when ${state}::text in ('removed', 'rejected') then submitted_at end,
      end_reason = case when ${state}::text in ('removed', 'rejected') then 'harmful' end where id = ${id}`.execute(
      service.db,
    );
  async function makeAt(state: ReviewState, hasAppeal: boolean) {
    const { id } = await makeReview();
    for (const next of paths[state]) await move(id, next);
    if (hasAppeal)
      await sql`insert into moderation_request (id, subject_id, kind, round, is_appeal, provider_id, reason_code, involved,
        requested_by, requested_at, ready_at, state, outcome, ended_at) values (gen_random_uuid(), ${id}, 'review', 9, true,
        ${owner.id}, 'appeal', '{}', gen_random_uuid(), now(), now(), 'decided', 'approved', now())`.execute(
        service.db,
      );
    return id;
  }
  for (const hasAppeal of [false, true])
    for (const from of ReviewState.options)
      for (const to of ReviewState.options) {
        const moved = await move(await makeAt(from, hasAppeal), to).then(
          () => true,
          () => false,
        );
        const isListed = from === to || transitions[from].includes(to);
        expect([from, to, moved]).toEqual([
          from,
          to,
          isListed || (hasAppeal && transitionsByAppeal[from].includes(to)),
        ]);
      }
  const { rows } = await sql<{ move: string }>`
    select from_state || ' ' || to_state as move from allowed_transition where thing = 'review'`.execute(service.db);
  const all = ReviewState.options.flatMap((from) =>
    [...transitions[from], ...transitionsByAppeal[from]].map((to) => `${from} ${to}`),
  );
  expect(rows.map(({ move }) => move).sort()).toEqual(all.sort());
  expect(ReviewState.options.map((state) => stateAfter(state, 'refused'))).toEqual([
    ...['rejected', 'removed', 'removed', 'removed', 'rejected', 'removed'],
  ]);
  const { id } = await makeReview();
  await expect(sql`update review set text = 'Other.' where id = ${id}`.execute(service.db)).rejects.toThrow(
    /immutable/,
  );
});

test('P2 a person exports what they wrote; an erasure removes the texts and keeps the counts of decisions', async () => {
  const of = await makePublished(service);
  const { id, customer } = await makeReview(of);
  await decide(id, 'approved');
  const report = { reasonCode: 'fraud', statement: 'The invoice has another name.' };
  await service.post(`/public/providers/${of.publicId}/reports`, { actor: customer, body: report });
  const exported = async () => (await exportPersonalData(service, 'provider', customer.userId)).file;
  expect(await exported()).toMatchObject({ reviews: [{ id }], providerReports: [{ statement: report.statement }] });
  await service.deliver(personErased, {
    userId: customer.userId,
    contacts: [],
    erasedAt: service.clock.now.toISOString(),
  });
  expect(await exported()).toMatchObject({ reviews: [{ id, text: null }], providerReports: [{ statement: null }] });
  expect(await listed(of)).toMatchObject({ counts: { published: 0 }, items: [] });
});

test('a report is read by its reporter and by operators who manage disputes', async () => {
  const reporter = person();
  const body = { reasonCode: 'unsafe', statement: 'The ladder was broken.' };
  const reported = await service.post(`/public/providers/${owner.publicId}/reports`, { actor: reporter, body });
  expect(reported).toMatchObject({ status: 201, body });
  expect(await requests(reported.body.id)).toMatchObject([{ kind: 'report', categoryKey: null, reasonCode: 'unsafe' }]);
  const read = async (actor: Actor) => (await service.get(`/provider-reports/${reported.body.id}`, { actor })).status;
  expect([await read(reporter), await read(operator('supervisor')), await read(owner.actor)]).toEqual([200, 200, 404]);
  const unknown = await service.post(`/public/providers/${randomUUID()}/reports`, { actor: reporter, body });
  expect(unknown).toMatchObject({ status: 404 });
});

test('a customer with an interaction can report a provider that is no longer public; others get 404', async () => {
  const of = await makePublished(service);
  const { customer } = await makeReview(of);
  expect(await transition(service, of.actor, of.id, 'unpublish')).toMatchObject({ status: 200 });
  const report = async (actor: Actor) =>
    (
      await service.post(`/public/providers/${of.publicId}/reports`, {
        actor,
        body: { reasonCode: 'unsafe', statement: 'The ladder was broken.' },
      })
    ).status;
  expect([await report(customer), await report(person())]).toEqual([201, 404]);
});

test('E3 no two aggregates share an id, since sequence numbers count per id', async () => {
  const { rows } = await sql`select aggregate_id, array_agg(distinct aggregate) as aggregates from outbox
    where aggregate_id is not null group by 1 having count(distinct aggregate) > 1`.execute(service.db);
  expect(rows).toEqual([]);
});
