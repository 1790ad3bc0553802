import type { Actor } from '@trust/contracts/actor';
import { interactionRecorded } from '@trust/contracts/events/customers';
import type { RepresentativeRole } from '@trust/contracts/permissions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addRepresentative, makeOwner, makePublished, type Owner, transition } from '../../../test/make.ts';
import { answer, makeEnquiry } from '../../../test/make-enquiry.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';
import { waitForLocks } from '../../../test/wait-for-locks.ts';
import { lockProvider } from '../../provider-record/provider-row.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider({ connections: 6 });
});
afterAll(() => service[Symbol.asyncDispose]());

/** The write waits for the lock of the provider behind the dismissal, so it was allowed before that. */
async function writeAfterDismissal(
  owner: Owner,
  role: RepresentativeRole,
  write: (actor: Actor) => Promise<{ status: number; body: { type?: string } }>,
) {
  const { actor, remove } = await addRepresentative(service, owner.id, role);
  const { dismissing, writing } = await service.db.transact(async (trx) => {
    await lockProvider(trx, owner.id);
    const dismissing = remove(owner.actor);
    await waitForLocks(service, 1);
    const writing = write(actor);
    await waitForLocks(service, 2);
    return { dismissing, writing };
  });
  expect((await dismissing).status).toBe(204);
  const { status, body } = await writing;
  return { status, problem: body.type?.split('/').at(-1) };
}

const premises = { latitude: 45.7578, longitude: 4.832, addressLabel: '12 rue de la République, Lyon' };
const body = { publicPremises: { ...premises, consent: true } };

test('Z2 premises that wait for a dismissal are refused, and no consent is recorded', async () => {
  const owner = await makeOwner(service);
  const refused = await writeAfterDismissal(owner, 'manager', (actor) =>
    service.put(`/providers/${owner.id}/location`, { actor, body }),
  );
  expect(refused).toEqual({ status: 404, problem: 'not-found' });
  const consents = service.db.selectFrom('premises_consent').selectAll().where('provider_id', '=', owner.id);
  expect(await consents.execute()).toEqual([]);
});

test('Z2 a write to the workspace that waits for a dismissal is refused as the next request is', async () => {
  const owner = await makeOwner(service);
  const write = (actor: Actor) =>
    service.patch('/provider-workspace/me/profile', { actor, body: { summary: 'Closed.' } });
  expect(await writeAfterDismissal(owner, 'manager', write)).toEqual({ status: 404, problem: 'no-active-workspace' });
});

test('P4 a handoff of a contact that waits for a dismissal is refused, and records no interaction', async () => {
  const owner = await makePublished(service);
  const enquiry = await makeEnquiry(service, owner);
  await answer(service, owner.actor, enquiry.id, 'accept');
  const refused = await writeAfterDismissal(owner, 'manager', (actor) =>
    answer(service, actor, enquiry.id, 'contact-handoff'),
  );
  expect(refused).toEqual({ status: 404, problem: 'no-active-workspace' });
  const recorded = await service.emitted(interactionRecorded);
  expect(recorded.filter(({ enquiryId }) => enquiryId === enquiry.id)).toEqual([]);
});

test('Z2 an enquiry that is declined behind a dismissal stays as it is', async () => {
  const owner = await makePublished(service);
  const enquiry = await makeEnquiry(service, owner);
  const refused = await writeAfterDismissal(owner, 'manager', (actor) =>
    answer(service, actor, enquiry.id, 'decline', { reasonCode: 'no_capacity' }),
  );
  expect(refused).toEqual({ status: 404, problem: 'no-active-workspace' });
  const { state } = await service.db
    .selectFrom('enquiry')
    .select('state')
    .where('id', '=', enquiry.id)
    .executeTakeFirstOrThrow();
  expect(state).toBe('sent');
});

test('Z2 a second owner who waits to close the provider while they are removed does not close it', async () => {
  const owner = await makePublished(service, { kind: 'organisation' });
  const refused = await writeAfterDismissal(owner, 'owner', (actor) => transition(service, actor, owner.id, 'close'));
  expect(refused).toEqual({ status: 404, problem: 'not-found' });
  expect((await service.get(`/providers/${owner.id}`, { actor: owner.actor })).body.state).toBe('active');
});
