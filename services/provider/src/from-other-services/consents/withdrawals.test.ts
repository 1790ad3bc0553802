import type { Actor } from '@trust/contracts/actor';
import { consentChanged } from '@trust/contracts/events/identity';
import { type PolicyKey, policies } from '@trust/contracts/policies';
import { person } from '@trust/service-testing/actors';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeActive, makePublished, namePerson, type Owner } from '../../../test/make.ts';
import { checkedClaims, me } from '../../../test/make-checked.ts';
import { answer, enquire, verifyContact } from '../../../test/make-enquiry.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';
import { waitForLocks } from '../../../test/wait-for-locks.ts';

let service: ProviderService;
const { agree, subjectsOf } = checkedClaims(() => service);
beforeAll(async () => {
  service = await startProvider({ connections: 6 });
});
afterAll(() => service[Symbol.asyncDispose]());

type Answer = { status: number; body: { id?: string } };
type Consent = {
  providerId: string;
  by: Actor;
  give: () => Promise<Answer>;
  isInForce: (given: Answer) => Promise<boolean>;
};

async function consentToPremises(): Promise<Consent> {
  const { id, actor } = await makeActive(service);
  const body = { publicPremises: { latitude: 45.764, longitude: 4.8357, consent: true } };
  const isInForce = async () => (await service.get(me, { actor })).body.location.publicPremisesConfigured;
  return { providerId: id, by: actor, give: () => service.put(`${me}/location`, { actor, body }), isInForce };
}

async function consentToName(): Promise<Consent> {
  const owner = await makeActive(service);
  const subjectId = await namePerson(service, owner);
  const nameOf = async () => (await subjectsOf(owner)).find(({ id }: { id: string }) => id === subjectId).publicName;
  const give = () => agree(owner.actor, 'full_name', subjectId);
  return { providerId: owner.id, by: owner.actor, give, isInForce: async () => (await nameOf()) === 'Claire Martin' };
}

let published: Owner | undefined;
async function consentToContact(): Promise<Consent> {
  published ??= await makePublished(service);
  const { id, publicId, actor } = published;
  const by = person();
  await verifyContact(service, by);
  const isInForce = async ({ body }: Answer) => {
    await answer(service, actor, body.id ?? '', 'accept');
    return (await answer(service, actor, body.id ?? '', 'contact-handoff')).status === 200;
  };
  return { providerId: id, by, give: () => enquire(service, publicId, by), isInForce };
}

const consents: [PolicyKey, () => Promise<Consent>][] = [
  ['public-premises', consentToPremises],
  ['public-name', consentToName],
  ['contact-sharing', consentToContact],
];

const withdraw = ({ by }: Pick<Consent, 'by'>, policyKey: PolicyKey, occurredAt: Date) =>
  service.deliver(consentChanged, {
    userId: by.userId,
    policyKey,
    version: policies[policyKey].version,
    granted: false,
    occurredAt: occurredAt.toISOString(),
  });
const inOneSecond = () => new Date(service.clock.now.getTime() + 1000);

test.each(consents)('P4 a withdrawal ends a consent to `%s` that is being stored', async (policyKey, prepare) => {
  const consent = await prepare();
  const holder = await service.db.pool.connect();
  await holder.query('begin');
  await holder.query('select from provider where id = $1 for update', [consent.providerId]);
  const giving = consent.give();
  await waitForLocks(service, 1);
  const withdrawing = withdraw(consent, policyKey, inOneSecond());
  await waitForLocks(service, 2);
  await holder.query('rollback');
  holder.release();
  const [given] = await Promise.all([giving, withdrawing]);
  expect(given.status).toBeLessThan(300);
  expect(await consent.isInForce(given)).toBe(false);
});

test.each(consents)('P4 a consent to `%s` from before its withdrawal is 409', async (policyKey, prepare) => {
  const consent = await prepare();
  const withdrawnAt = inOneSecond();
  await withdraw(consent, policyKey, withdrawnAt);
  await withdraw(consent, policyKey, service.clock.now);
  expect(await consent.give()).toMatchObject({ status: 409 });
  service.clock.now = withdrawnAt;
  expect(await consent.give()).toMatchObject({ status: 409 });
  service.advanceClock(1);
  const given = await consent.give();
  expect(given.status).toBeLessThan(300);
  expect(await consent.isInForce(given)).toBe(true);
});

test.each(consents)(
  'the withdrawal of another policy or person ends no consent to `%s`',
  async (policyKey, prepare) => {
    const consent = await prepare();
    for (const [other] of consents) if (other !== policyKey) await withdraw(consent, other, inOneSecond());
    await withdraw({ by: person() }, policyKey, inOneSecond());
    const given = await consent.give();
    expect(given.status).toBeLessThan(300);
    expect(await consent.isInForce(given)).toBe(true);
  },
);

test('P4 a withdrawal during a handoff leaves no interaction, and tells nobody of a shared contact', async () => {
  const { give, by } = await consentToContact();
  const { id = '' } = (await give()).body;
  const { actor } = published as Owner;
  await answer(service, actor, id, 'accept');
  await using holder = new AsyncDisposableStack();
  const owner = new pg.Client({ connectionString: service.urls.owner });
  await owner.connect();
  holder.defer(() => owner.end());
  await owner.query('begin; lock table interaction in exclusive mode');
  const handing = answer(service, actor, id, 'contact-handoff');
  await waitForLocks(service, 1);
  await withdraw({ by }, 'contact-sharing', inOneSecond());
  await owner.query('rollback');
  expect(await handing).toMatchObject({ status: 409 });
  const rows = await service.db.selectFrom('interaction').select('id').where('enquiry_id', '=', id).execute();
  expect(rows).toEqual([]);
});

test('P4 the database refuses a consent from before its withdrawal', async () => {
  const consent = await consentToPremises();
  await withdraw(consent, 'public-premises', inOneSecond());
  const insert = 'insert into premises_consent (provider_id, person_id, consented_at) values ($1, $2, $3)';
  await expect(
    service.db.pool.query(insert, [consent.providerId, consent.by.userId, service.clock.now]),
  ).rejects.toMatchObject({ constraint: 'consent_not_withdrawn' });
});

test('P4 the database keeps a withdrawal until its person is erased', async () => {
  const consent = await consentToPremises();
  await withdraw(consent, 'public-premises', inOneSecond());
  for (const change of ['delete from consent_withdrawal', "update consent_withdrawal set withdrawn_at = '-infinity'"])
    await expect(service.db.pool.query(`${change} where person_id = $1`, [consent.by.userId])).rejects.toThrow(
      /kept until its person is erased/,
    );
});
