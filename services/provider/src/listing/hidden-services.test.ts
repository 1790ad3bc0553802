import { notificationRequested } from '@trust/contracts/events/any';
import { operator, person } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addRepresentative, makeClaim, namePerson, type Owner, transition } from '../../test/make.ts';
import { answer, enquire } from '../../test/make-enquiry.ts';
import { namings } from '../../test/make-naming.ts';
import { makeCarer, refuse as refuseNow, takeBackRefusals } from '../../test/make-refusals.ts';
import { type ProviderService, startProvider } from '../../test/service.ts';
import { activateVersion, loadVersion } from '../catalog/change-version.ts';
import { readCatalog } from '../catalog/seed-catalog.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider();
});
afterAll(() => service[Symbol.asyncDispose]());

const { nameAccepted } = namings(() => service);
const path = '/provider-workspace/me';
const record = 'background_check_clear';
const workspace = async ({ actor }: Owner, language = 'en') =>
  (await service.get(path, { actor, headers: { 'accept-language': language } })).body;
const hiddenOf = async (owner: Owner, language?: string) =>
  Object.fromEntries(
    (await workspace(owner, language)).services.map((one: { categoryKey: string; hidden: unknown }) => [
      one.categoryKey,
      one.hidden,
    ]),
  );
const told = async ({ id }: Owner) =>
  (await service.emitted(notificationRequested.provider))
    .filter(({ providerId, template }) => providerId === id && template.startsWith('service_'))
    .map(({ template, userId, data }) => [template, userId, data.categoryKey]);
const missing = {
  missingClaims: [{ type: record, label: { en: 'Criminal record check', fr: 'Contrôle du casier judiciaire' } }],
  whatToDo: expect.stringContaining('Criminal record check'),
};
const hidden = ['service_hidden', null, null];
const shown = ['service_shown', null, null];

async function refuse(owner: Owner, of: Parameters<typeof refuseNow>[2] = {}) {
  await refuseNow(service, owner, { categoryKey: 'private-tutor', ...of });
  service.advanceClock(60);
}

const grant = (owner: Owner, claim: Parameters<typeof makeClaim>[2] = {}) =>
  makeClaim(service, owner.id, {
    ...{ categoryKey: 'private-tutor', type: record, validFrom: service.clock.now.toISOString() },
    ...claim,
  });

type Requirements = Awaited<ReturnType<typeof readCatalog>>[number]['requirements'];

async function changeRequirements(category: string, change: (all: Requirements) => Requirements): Promise<void> {
  const active = (await readCatalog()).find(({ key }) => key === category);
  if (!active) throw new Error(`The catalog has no ${category}.`);
  const next = { ...active, requirements: change(active.requirements), number: active.number + 1 };
  await loadVersion(service.app, next);
  await activateVersion(service.app, next);
}

test('who represents a provider reads which claim hides a service, and is told once of each change', async () => {
  const owner = await makeCarer(service);
  expect(await hiddenOf(owner)).toEqual({ 'home-care': null, 'private-tutor': null, cleaning: null });
  await refuse(owner);
  await refuse(owner);
  expect(await hiddenOf(owner)).toEqual({ 'home-care': missing, 'private-tutor': missing, cleaning: null });
  expect((await hiddenOf(owner, 'fr'))['home-care'].whatToDo).toContain('tant qu’il manque : Contrôle du casier');
  expect(await told(owner)).toEqual([hidden]);
  await takeBackRefusals(service, owner);
  await takeBackRefusals(service, owner);
  expect(await hiddenOf(owner)).toEqual({ 'home-care': null, 'private-tutor': null, cleaning: null });
  expect(await told(owner)).toEqual([hidden, shown]);
});

test('D1 what was refused in another provider reads as what was refused here', async () => {
  const [owner, other] = [await makeCarer(service), await makeCarer(service)];
  await refuse(owner);
  await refuse(other, { isElsewhere: true });
  expect(await hiddenOf(other)).toEqual(await hiddenOf(owner));
  expect(await told(other)).toEqual(await told(owner));
});

test('each claim that is missing is listed, also one that the service does not ask for', async () => {
  const owner = await makeCarer(service);
  await refuse(owner, { categoryKey: 'cleaning' });
  await refuse(owner, { categoryKey: 'cleaning', claimType: 'identity_confirmed' });
  const { cleaning } = await hiddenOf(owner);
  expect(cleaning.missingClaims.map(({ type }: { type: string }) => type)).toEqual([record, 'identity_confirmed']);
  expect(cleaning.missingClaims[0]).toEqual(missing.missingClaims[0]);
});

test('a service that is selected later is hidden at once, and told once, whoever selects it again', async () => {
  const owner = await makeCarer(service);
  await service.delete(`${path}/services/private-tutor`, owner);
  await refuse(owner);
  await refuse(owner);
  expect(await told(owner)).toEqual([['service_hidden', null, 'home-care']]);
  for (let round = 0; round < 2; round++) {
    const { body } = await service.put(`${path}/services/private-tutor`, owner);
    expect(body.hidden).toEqual(missing);
    service.advanceClock(60);
    await service.delete(`${path}/services/private-tutor`, owner);
  }
  expect((await told(owner)).slice(1)).toEqual([['service_hidden', null, 'private-tutor']]);
  await takeBackRefusals(service, owner);
  expect((await told(owner)).slice(2)).toEqual([['service_shown', null, 'home-care']]);
});

test('a grant that shows services, and operators who take it back, are told', async () => {
  const owner = await makeCarer(service);
  await refuse(owner);
  const claim = await grant(owner);
  expect(await told(owner)).toEqual([hidden, shown]);
  service.advanceClock(60);
  const occurredAt = service.clock.now.toISOString();
  await grant(owner, { ...claim, state: 'suspended', changeReason: 'not_confirmed_by_review', occurredAt });
  expect(await hiddenOf(owner)).toMatchObject({ 'home-care': missing, cleaning: null });
  expect(await told(owner)).toEqual([hidden, shown, hidden]);
});

test('another name of the same person changes nothing; another person hides, and the first one shows again', async () => {
  const owner = await makeCarer(service);
  await refuse(owner);
  const subjectId = await namePerson(service, owner);
  const { claimId } = await grant(owner, { subjectId });
  const isFound = async () =>
    (await service.get('/public/providers/search?category=home-care&limit=50')).body.items.some(
      (one: { publicProviderId: string }) => one.publicProviderId === owner.publicId,
    );
  expect(await isFound()).toBe(true);
  await namePerson(service, owner, { familyName: 'Durand', endsClaimIds: [claimId] });
  expect(await isFound()).toBe(true);
  expect(await told(owner)).toEqual([hidden, shown]);
  const colleague = await addRepresentative(service, owner.id, 'manager');
  await nameAccepted(owner, colleague.actor, [claimId]);
  expect(await isFound()).toBe(false);
  expect(await told(owner)).toEqual([hidden, shown, hidden]);
  await namePerson(service, owner);
  expect(await isFound()).toBe(true);
  expect(await told(owner)).toEqual([hidden, shown, hidden, shown]);
});

test('while each service with a claim is hidden, publishing is no task and says what to do', async () => {
  const owner = await makeCarer(service);
  await service.delete(`${path}/services/cleaning`, owner);
  const publish = () => transition(service, owner.actor, owner.id, 'publish');
  await transition(service, owner.actor, owner.id, 'unpublish');
  const tasks = async () => (await workspace(owner)).readiness.tasks.map(({ code }: { code: string }) => code);
  expect(await tasks()).toContain('publish');
  await refuse(owner);
  expect(await tasks()).not.toContain('publish');
  expect(await publish()).toMatchObject({
    status: 409,
    body: { errors: [{ field: 'services', code: 'services_hidden', message: expect.stringContaining('`hidden`') }] },
  });
  await grant(owner);
  expect(await tasks()).toContain('publish');
  expect((await publish()).status).toBe(200);
});

test('an enquiry of a hidden service names the missing claim; a measure of operators comes first', async () => {
  const owner = await makeCarer(service);
  const { id } = (await enquire(service, owner.publicId, person(), { categoryKey: 'home-care' })).body;
  await answer(service, owner.actor, id, 'accept');
  await refuse(owner);
  const handOff = async () => (await answer(service, owner.actor, id, 'contact-handoff')).body.detail;
  expect(await handOff()).toContain('a claim is missing');
  expect((await transition(service, operator('supervisor'), owner.id, 'suspend')).status).toBe(200);
  expect(await handOff()).toContain('Operators have suspended');
});

test('a missing claim has the label of the version that the service is bound to', async () => {
  const owner = await makeCarer(service);
  await refuse(owner);
  const label = { en: 'Police certificate', fr: 'Certificat de police' };
  await changeRequirements('home-care', (all) =>
    all.map((one) => (one.claim.type === record ? { ...one, label } : one)),
  );
  expect((await hiddenOf(owner))['home-care']).toEqual(missing);
  const { body } = await service.put(`${path}/services/home-care`, owner);
  expect(body.hidden.missingClaims).toEqual([{ type: record, label }]);
});

test('nothing is told of a service that was hidden only while it was not offered', async () => {
  const owner = await makeCarer(service);
  await service.delete(`${path}/services/private-tutor`, owner);
  await refuse(owner, { categoryKey: 'home-care' });
  await changeRequirements('private-tutor', (all) => all.filter(({ claim }) => claim.type !== record));
  const { body } = await service.put(`${path}/services/private-tutor`, owner);
  expect(body.hidden).toBeNull();
  expect(await told(owner)).toEqual([['service_hidden', null, 'home-care']]);
});
