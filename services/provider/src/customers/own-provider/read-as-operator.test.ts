import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { moderationRead } from '@trust/contracts/events/customers';
import { invitationAwaitingApproval } from '@trust/contracts/events/representatives';
import { operator, person } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeActive, makeOwner, makePublished, type Owner } from '../../../test/make.ts';
import { makeEnquiry } from '../../../test/make-enquiry.ts';
import { decideModeration, makeReview } from '../../../test/make-review.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider();
});
afterAll(() => service[Symbol.asyncDispose]());

async function represent({ userId }: Actor, { id }: Owner): Promise<void> {
  const row = { id: randomUUID(), provider_id: id, user_id: userId, assigned_at: service.clock.now };
  await service.db
    .insertInto('representative')
    .values({ ...row, role: 'manager' })
    .execute();
}

async function awaits({ userId }: Actor, { id: providerId }: Owner): Promise<void> {
  const { now } = service.clock;
  const expiresAt = new Date(now.getTime() + 86_400_000).toISOString();
  const occurredAt = now.toISOString();
  await service.deliver(invitationAwaitingApproval, {
    invitationId: randomUUID(),
    providerId,
    userId,
    expiresAt,
    occurredAt,
  });
}

async function makeOpinions(owner: Owner) {
  const [waiting, shown] = [await makeReview(service, owner), await makeReview(service, owner)];
  await decideModeration(service, shown.id, 'approved');
  const response = await service.put(`/providers/${owner.id}/reviews/${shown.id}/response`, {
    actor: owner.actor,
    body: { text: 'Thank you for your words.' },
  });
  const statement = { reasonCode: 'quality', statement: 'The socket still gives no power at all.' };
  const of = `/interactions/${shown.interactionId}/disputes`;
  const dispute = await service.post(of, { actor: shown.customer, body: statement });
  const reporter = person();
  const reported = { reasonCode: 'unsafe', statement: 'The owner threatened me at the door.' };
  const report = await service.post(`/public/providers/${owner.publicId}/reports`, { actor: reporter, body: reported });
  const { id: nameId } = await service.db
    .selectFrom('display_name')
    .select('id')
    .where('provider_id', '=', owner.id)
    .executeTakeFirstOrThrow();
  const paths = {
    waiting: `/reviews/${waiting.id}`,
    shown: `/reviews/${shown.id}`,
    response: `/review-responses/${response.body.id}`,
    dispute: `/disputes/${dispute.body.id}`,
    report: `/provider-reports/${report.body.id}`,
    name: `/display-names/${nameId}`,
  };
  return { paths, waiting, reporter };
}

test('Z3 P4 an operator who represents a provider reads what customers wrote as its side only', async () => {
  const [owner, other] = [await makePublished(service), await makePublished(service)];
  const own = operator('supervisor');
  await represent(own, owner);
  const { paths } = await makeOpinions(owner);
  const readAll = async (actor: Actor, of: Record<string, string>) =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(of).map(async ([name, path]) => [name, (await service.get(path, { actor })).status]),
      ),
    );
  const announced = (await service.emitted(moderationRead)).length;
  const asProvider = { waiting: 404, shown: 200, response: 200, dispute: 200, report: 404, name: 404 };
  expect(await readAll(own, paths)).toEqual(asProvider);
  const { body } = await service.get(paths.shown, { actor: own });
  expect(body).toEqual((await service.get(paths.shown, { actor: owner.actor })).body);
  expect(body).toMatchObject({ interactionId: null, submittedAt: null, otherReviewsByAuthor: null });
  expect(await service.emitted(moderationRead)).toHaveLength(announced);

  const asOperator = Object.fromEntries(Object.keys(paths).map((name) => [name, 200]));
  expect(await readAll(operator('supervisor'), paths)).toEqual(asOperator);
  expect(await readAll(own, (await makeOpinions(other)).paths)).toEqual(asOperator);
});

test('Z3 P4 an operator whose acceptance awaits approval reads nothing that customers wrote but their own', async () => {
  const owner = await makePublished(service);
  const waits = operator('supervisor');
  await awaits(waits, owner);
  const { paths, waiting, reporter } = await makeOpinions(owner);
  for (const [name, path] of Object.entries(paths))
    expect(await service.get(path, { actor: waits }), name).toMatchObject({ status: 404 });
  for (const path of [paths.waiting, paths.response, paths.dispute, paths.report])
    expect(await service.get(path, { actor: person() }), path).toMatchObject({ status: 404 });
  const { permissions } = waits;
  const author = { ...waiting.customer, permissions };
  await awaits(author, owner);
  expect((await service.get(paths.waiting, { actor: author })).body).toMatchObject({ otherReviewsByAuthor: null });
  expect(await service.get(paths.report, { actor: { ...reporter, permissions } })).toMatchObject({ status: 200 });
});

test('Z3 an operator who is a customer reads nothing that others wrote, so decides nothing of it', async () => {
  const owner = await makePublished(service);
  const { paths, waiting } = await makeOpinions(owner);
  const { customer } = await makeEnquiry(service, owner);
  const moderator = { ...operator('supervisor'), userId: customer.userId };
  const announced = (await service.emitted(moderationRead)).length;
  const { name, ...texts } = paths;
  for (const [of, path] of Object.entries(texts))
    expect(await service.get(path, { actor: moderator }), of).toMatchObject({ status: 404 });
  expect(await service.get(name, { actor: moderator })).toMatchObject({ status: 409 });
  const author = { ...moderator, userId: waiting.customer.userId };
  expect((await service.get(paths.waiting, { actor: author })).body).toMatchObject({ otherReviewsByAuthor: null });
  expect(await service.emitted(moderationRead)).toHaveLength(announced);
});

test('Z3 an operator reads no possible duplicate that they represent', async () => {
  const [own, twin] = [
    await makeActive(service, { displayName: 'Atelier du Nord' }),
    await makeOwner(service, { displayName: 'Atelier du Nord' }),
  ];
  const both = operator('supervisor');
  const duplicatesOf = async ({ id }: Owner, actor: Actor) =>
    (await service.get(`/providers/${id}`, { actor })).body.possibleDuplicates;
  expect(await duplicatesOf(twin, both)).toMatchObject([{ id: own.id }]);
  await represent(both, own);
  expect(await duplicatesOf(twin, both)).toEqual([]);
});
