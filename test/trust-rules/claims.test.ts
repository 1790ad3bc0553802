import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeActive, makeClaim, makeOwner, makePublished } from '../../services/provider/test/make.ts';
import { type ProviderService, setGate, startProvider } from '../../services/provider/test/service.ts';
import { decide, makeRecommended } from '../../services/verification/test/make.ts';
import { startVerification, type Verification } from '../../services/verification/test/service.ts';

/** Rules: claims come from decisions only; publication needs the gate and a claim; cards hold no own words. */

let verification: Verification;
let provider: ProviderService;
const owners: pg.Client[] = [];
beforeAll(async () => {
  verification = await startVerification();
  provider = await startProvider();
  for (const { ownerUrl } of [verification, provider]) {
    const owner = new pg.Client({ connectionString: ownerUrl });
    await owner.connect();
    owners.push(owner);
  }
});
afterAll(async () => {
  for (const owner of owners) await owner.end();
  await verification[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});

/** As the role of the service, then as the owner of the tables. */
async function expectRejected(
  service: Verification | ProviderService,
  text: string,
  reason: RegExp,
  values: unknown[],
) {
  const owner = owners[service === verification ? 0 : 1];
  await expect(service.db.pool.query(text, values), 'as the service').rejects.toThrow(reason);
  await expect(owner?.query(text, values), 'as the owner').rejects.toThrow(reason);
}

const copied = `id, decision_id, provider_id, category_key, requirement_key, claim_type, statement, method, source_kind, limitations,
  checked_on, valid_from, valid_until, policy_version`;

test('the database rejects a claim that no decision of its transaction grants, also from its owner', async () => {
  const { caseId } = await makeRecommended(verification);
  const { body } = await decide(verification, caseId);
  const { claimId } = body.claims[0];
  const values = [claimId];
  const copy = (changes: string) => `insert into claim (${copied})
    select gen_random_uuid(), ${changes} from claim where id = $1`;
  const rest = copied.replace(/^id, /, '').trim();
  await expectRejected(verification, copy(rest), /decision of its own transaction/, values);
  await expectRejected(
    verification,
    copy(rest.replace('decision_id', 'gen_random_uuid()')),
    /decision of its own transaction|foreign key/,
    values,
  );
  await expectRejected(verification, `update claim set state = 'suspended' where id = $1`, /./, values);
  for (const column of ["valid_until = valid_until + interval '1 hour'", `limitations = '{}'`, `claim_type = 'other'`])
    await expectRejected(
      verification,
      `update claim set ${column} where id = $1`,
      /permission denied|only .* may change/,
      values,
    );
  await expectRejected(verification, 'delete from claim where id = $1', /permission denied|immutable/, values);
  await expectRejected(verification, 'truncate claim cascade', /permission denied|immutable/, []);
});

test('the service may only insert claims and change their state', async () => {
  const { rows } = await verification.db.pool.query(`
    select distinct privilege_type || ' ' || column_name as granted from information_schema.column_privileges
    where table_name = 'claim' and grantee = 'service_app' and privilege_type in ('UPDATE', 'REFERENCES')
    union select distinct privilege_type from information_schema.table_privileges
    where table_name = 'claim' and grantee = 'service_app' order by 1`);
  expect(rows.map(({ granted }) => granted)).toEqual(['INSERT', 'SELECT', 'UPDATE state', 'UPDATE superseded_by']);
});

const publish = `update provider set publication = 'published', revision = revision + 1 where id = $1`;

test('the database rejects publication, also by its owner, while the gate is closed or no claim is current', async () => {
  const { id } = await makeActive(provider);
  await setGate(provider, 'open');
  await expectRejected(provider, publish, /no claim is current/, [id]);
  const past = (days: number) => new Date(provider.clock.now.getTime() - days * 86_400_000).toISOString();
  await makeClaim(provider, id, { validFrom: past(10), validUntil: past(1) });
  await expectRejected(provider, publish, /no claim is current/, [id]);
  await makeClaim(provider, id, { state: 'suspended' });
  await expectRejected(provider, publish, /no claim is current/, [id]);
  const validUntil = new Date(provider.clock.now.getTime() + 100 * 86_400_000).toISOString();
  await makeClaim(provider, id, { type: 'another', validUntil });
  await setGate(provider, 'closed');
  await expectRejected(provider, publish, /gate is closed/, [id]);
});

test('no self-asserted text enters a claim card, signed or not', async () => {
  const { actor, publicId } = await makePublished(provider);
  const cardsOf = async () => {
    const [json, signed] = await Promise.all(
      ['application/json', 'application/jwt'].map((accept) =>
        provider.get(`/public/providers/${publicId}/claims`, { headers: { accept } }),
      ),
    );
    const payload = Buffer.from(`${signed?.body}`.split('.')[1] ?? '', 'base64url').toString();
    return { cards: JSON.stringify(json?.body.items), payload };
  };
  const before = await cardsOf();
  expect(JSON.parse(before.cards)).not.toEqual([]);
  const word = fc.string({ minLength: 3, maxLength: 20, unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz') });
  await fc.assert(
    fc.asyncProperty(word, word, word, async (name, summary, site) => {
      const mark = `zq${randomUUID().slice(0, 8)}`;
      const own = {
        displayName: `${name} ${mark}`,
        summary: `${summary} ${mark}`,
        website: `https://${site}-${mark}.example`,
      };
      const answer = await provider.patch('/provider-workspace/me/profile', { actor, body: own });
      expect(answer.status).toBe(200);
      const { cards, payload } = await cardsOf();
      expect(cards).toBe(before.cards);
      expect(payload).not.toContain(mark);
    }),
    { numRuns: 10 },
  );
});

test('a new provider has no claim card', async () => {
  const { publicId } = await makeOwner(provider);
  expect(await provider.get(`/public/providers/${publicId}/claims`)).toMatchObject({ status: 404 });
});
