import type { Actor } from '@trust/contracts/actor';
import { moderationRequested } from '@trust/contracts/events/customers';
import { operatorPermissions } from '@trust/contracts/permissions';
import { person } from '@trust/service-testing/actors';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addRepresentative, makePublished, nameBusiness, type Owner, transition } from '../../../test/make.ts';
import { answer, makeEnquiry, makeInteraction } from '../../../test/make-enquiry.ts';
import { decideModeration, writeReview } from '../../../test/make-review.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';

let service: ProviderService;
let start: Date;
beforeAll(async () => {
  service = await startProvider();
  start = service.clock.now;
});
// The database refuses a claim that begins after its own time.
beforeEach(() => {
  service.clock.now = start;
});
afterAll(() => service[Symbol.asyncDispose]());

const reason = 'The register shows another name.';
const separation = { status: 409, body: { type: 'http://trust.test/problems/separation-of-duties' } };
const months = (count: number) => service.advanceClock(count * 30.5 * 86_400);
const supervisor = ({ userId }: Actor = person()) =>
  person({ userId, permissions: [...operatorPermissions.supervisor] });
const add = async ({ id }: Owner, actor: Actor) =>
  (await service.put(`/providers/${id}/categories/plumber`, { actor: supervisor(actor), body: { reason } })).status;
const close = (customer: Actor, id: string) => answer(service, customer, id, 'close');
const statement = { reasonCode: 'quality', statement: 'The socket still gives no power at all.' };

test('Z3 an operator who is a customer of the provider takes no measure against it, nor reads its new name', async () => {
  const owner = await makePublished(service);
  const subjectId = await nameBusiness(service, owner, 'Volta Électricité SARL');
  const { customer } = await makeEnquiry(service, owner);
  await service.patch('/provider-workspace/me/profile', {
    actor: owner.actor,
    body: { displayName: 'Ampère Nouveau' },
  });
  const asked = (await service.emitted(moderationRequested)).filter(({ providerId }) => providerId === owner.id);
  const category = `/providers/${owner.id}/categories/plumber`;
  const writes: Record<string, (actor: Actor) => Promise<{ status: number }>> = {
    suspend: (actor) => transition(service, actor, owner.id, 'suspend'),
    reinstate: (actor) => transition(service, actor, owner.id, 'reinstate'),
    withhold: (actor) => transition(service, actor, owner.id, 'withhold'),
    release: (actor) => transition(service, actor, owner.id, 'release'),
    add: (actor) => service.put(category, { actor, body: { reason } }),
    remove: (actor) => service.delete(`${category}?reason=${encodeURI(reason)}`, { actor }),
    end: (actor) => service.post(`/providers/${owner.id}/claim-subjects/${subjectId}/end`, { actor, body: { reason } }),
    name: (actor) => service.get(`/display-names/${asked.at(-1)?.subjectId}`, { actor }),
  };
  const other = await makePublished(service);
  for (const [name, write] of Object.entries(writes)) {
    expect(await write(supervisor(customer)), name).toMatchObject(separation);
    expect([200, 204], name).toContain((await write(supervisor())).status);
  }
  expect(await add(other, customer)).toBe(200);
});

test('Z3 who represented the provider counts for 12 months after their end', async () => {
  const owner = await makePublished(service);
  const { actor, remove } = await addRepresentative(service, owner.id, 'manager');
  expect((await remove(owner.actor)).status).toBe(204);
  months(11);
  expect(await add(owner, actor)).toBe(409);
  months(1.5);
  expect(await add(owner, actor)).toBe(200);
});

test('Z3 an enquiry counts while it is open and for 12 months after its end', async () => {
  const owner = await makePublished(service);
  const { customer, id } = await makeInteraction(service, owner);
  months(13);
  expect(await add(owner, customer)).toBe(409);
  await close(customer, id);
  months(11);
  expect(await add(owner, customer)).toBe(409);
  months(1.5);
  expect(await add(owner, customer)).toBe(200);
});

test('Z3 a review counts for 12 months, and while operators examine it', async () => {
  const [owner, other] = [await makePublished(service), await makePublished(service)];
  const [waiting, decided] = [await makeInteraction(service, owner), await makeInteraction(service, owner)];
  for (const { customer, id } of [waiting, decided]) await close(customer, id);
  months(11);
  const write = async (of: typeof waiting) => (await writeReview(service, of.customer, of.interactionId)).body.id;
  const [first, second] = [await write(waiting), await write(decided)];
  await decideModeration(service, second, 'approved');
  months(1.5);
  expect([await add(owner, decided.customer), await add(other, decided.customer)]).toEqual([409, 200]);
  months(11);
  expect([await add(owner, decided.customer), await add(owner, waiting.customer)]).toEqual([200, 409]);
  await decideModeration(service, first, 'refused', 'not_genuine');
  expect(await add(owner, waiting.customer)).toBe(200);
});

test('Z3 a dispute counts while it is open and for 12 months after its end', async () => {
  const [owner, other] = [await makePublished(service), await makePublished(service)];
  const { customer, id, interactionId } = await makeInteraction(service, owner);
  await close(customer, id);
  const { body } = await service.post(`/interactions/${interactionId}/disputes`, { actor: customer, body: statement });
  months(13);
  expect([await add(owner, customer), await add(other, customer), await add(owner, person())]).toEqual([409, 200, 200]);
  expect((await service.post(`/disputes/${body.id}/withdraw`, { actor: customer })).status).toBe(200);
  months(11);
  expect(await add(owner, customer)).toBe(409);
  months(1.5);
  expect(await add(owner, customer)).toBe(200);
});

test('Z3 a report counts for 12 months, and while operators examine it', async () => {
  const [owner, other] = [await makePublished(service), await makePublished(service)];
  const report = { reasonCode: 'unsafe', statement: 'The ladder was broken.' };
  const send = (actor: Actor) => service.post(`/public/providers/${owner.publicId}/reports`, { actor, body: report });
  const [waiting, decided] = [person(), person()];
  const ids = [(await send(waiting)).body.id, (await send(decided)).body.id];
  await decideModeration(service, ids[1], 'dismissed', 'no_breach');
  months(11);
  expect([await add(owner, decided), await add(other, decided), await add(owner, person())]).toEqual([409, 200, 200]);
  months(1.5);
  expect([await add(owner, decided), await add(owner, waiting)]).toEqual([200, 409]);
});
