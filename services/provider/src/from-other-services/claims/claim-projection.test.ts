import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeClaim, makePublished } from '../../../test/make.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider();
});
afterAll(() => service[Symbol.asyncDispose]());

const cards = async (publicId: string) => (await service.get(`/public/providers/${publicId}/claims`)).body.items;

test('M2 the app role cannot change what a claim says, or until when', async () => {
  const { id } = await makePublished(service);
  for (const change of ["statement = '{}'", "valid_until = '2099-01-01'", "limitations = '{None.}'"]) {
    const rewrite = service.db.pool.query(
      `update claim set ${change}, changed_at = changed_at + interval '1 hour' where provider_id = $1`,
      [id],
    );
    await expect(rewrite).rejects.toThrow(/permission denied|are immutable/);
  }
});

test('M2 the app role cannot add a claim that ends later than a claim of today can', async () => {
  const { id } = await makePublished(service);
  const { claimId } = await makeClaim(service, id, { type: 'another_type' });
  const add = (from: string, until: string) =>
    service.db.pool.query(
      `insert into claim select (jsonb_populate_record(c, jsonb_build_object('claim_id', gen_random_uuid(),
        'valid_from', ${from}, 'valid_until', ${until}))).* from claim c where claim_id = $1`,
      [claimId],
    );
  await expect(add(`'2098-06-01T00:00:00Z'`, `'2099-01-01T00:00:00Z'`)).rejects.toThrow('begins in the future');
  await expect(add(`now() + interval '2 days'`, `now() + interval '300 days'`)).rejects.toThrow('begins in the future');
  await add('now()', `now() + interval '365 days'`);
});

test('M2 the app role cannot date a change in the future, which would outlast a revocation', async () => {
  const { id, publicId } = await makePublished(service);
  const claim = await makeClaim(service, id, { requirementKey: 'business-registration', type: 'business_registered' });
  const outlasting = service.db.pool.query(`update claim set changed_at = '2099-01-01' where claim_id = $1`, [
    claim.claimId,
  ]);
  await expect(outlasting).rejects.toThrow('changes in the future');
  const occurredAt = new Date(service.clock.now.getTime() + 1000).toISOString();
  await makeClaim(service, id, { ...claim, state: 'revoked', occurredAt });
  expect((await cards(publicId)).map(({ type }: { type: string }) => type)).toEqual(['liability_insurance']);
});

test('E3 a late event of a claim changes nothing, and its version is kept for `asOf`', async () => {
  const { id, publicId } = await makePublished(service);
  const claim = await makeClaim(service, id, { requirementKey: 'business-registration', type: 'business_registered' });
  const shown = async () => (await cards(publicId)).map(({ type }: { type: string }) => type);
  const at = (seconds: number) => new Date(service.clock.now.getTime() + seconds * 1000).toISOString();
  await makeClaim(service, id, { ...claim, state: 'revoked', occurredAt: at(2) });
  await makeClaim(service, id, { ...claim, state: 'suspended', occurredAt: at(1) });
  expect(await shown()).toEqual(['liability_insurance']);
  const { rows } = await service.db.pool.query(
    'select c.status, array_agg(v.status::text order by v.at) as versions from claim c join claim_version v using (claim_id) where claim_id = $1 group by 1',
    [claim.claimId],
  );
  expect(rows).toEqual([{ status: 'revoked', versions: ['active', 'suspended', 'revoked'] }]);
});

test('M1 M2 a claim of the projection changes only with a newer event, by a transition of verification', async () => {
  const { id } = await makePublished(service);
  const { claimId } = await makeClaim(service, id, { type: 'another_type' });
  const set = (values: string) => service.db.pool.query(`update claim set ${values} where claim_id = $1`, [claimId]);
  await expect(set("status = 'suspended'")).rejects.toThrow('a claim changes with a newer event');
  await expect(set("status = 'suspended', changed_at = changed_at - interval '1 hour'")).rejects.toThrow('newer event');
  await set("status = 'revoked', changed_at = changed_at + interval '1 hour'");
  for (const state of ['active', 'suspended', 'superseded'])
    await expect(set(`status = '${state}', changed_at = changed_at + interval '1 hour'`)).rejects.toThrow(
      `claim cannot go from revoked to ${state}`,
    );
  const longer = service.db.pool.query(
    `insert into claim select (jsonb_populate_record(c, jsonb_build_object('claim_id', gen_random_uuid(),
      'valid_until', valid_from + interval '367 days'))).* from claim c where claim_id = $1`,
    [claimId],
  );
  await expect(longer).rejects.toThrow('claim_check');
});
