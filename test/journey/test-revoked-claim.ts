import { expect, test } from 'vitest';
import { eventually, type Session } from '../../demo/client.ts';
import type { Published } from '../../demo/journey.ts';
import { submitEvidence } from '../../demo/steps/evidence.ts';
import { readClaims, readTimeline } from '../../demo/steps/public.ts';
import {
  claimDuty,
  claimReview,
  readCase,
  readDocuments,
  recommend,
  recordChecks,
  revisionOf,
} from '../../demo/steps/review.ts';
import { signIn } from '../../demo/steps/sign-in.ts';
import { awaitCase, category, centre } from '../../demo/steps/workspace.ts';
import type { Journey } from './journey.ts';

const reason = 'To see where a revocation arrives.';

export function testRevokedClaim(journey: () => Journey, published: () => Published): void {
  test('M4 a revoked claim is revoked in cards, verifications, signed cards, search, profile and timeline', async () => {
    const { client } = journey();
    const { provider, owner, claims } = published();
    const [claim] = claims;
    if (!claim) throw new Error('The journey granted no claim.');
    const { publicProviderId } = provider;
    const path = `/public/providers/${publicProviderId}`;
    const signed = await client.expect<Buffer>(200, 'GET', `${path}/claims/signed`);
    const token = signed.body.toString();

    await revoke(journey(), published(), claim.type);

    const pair = { publicProviderId, type: claim.type, expected: { status: 'valid' } };
    const items = [{ claimId: claim.claimId }, pair];
    const batch = await eventually('the revocation at the gateway', async () => {
      const answer = await client.expect<{ items: { status: string }[] }>(200, 'POST', '/public/claims/verify-batch', {
        body: { items },
      });
      return answer.body.items.every(({ status }) => status === 'revoked') ? answer.body.items : undefined;
    });
    expect(batch).toMatchObject([
      { claimId: claim.claimId, mismatches: [] },
      { claimId: claim.claimId, mismatches: ['status_differs'] },
    ]);
    for (const body of [{ claimId: claim.claimId }, { token }]) {
      const { body: verified } = await client.expect<{ claims: { claimId: string }[] }>(
        200,
        'POST',
        '/public/claims/verify',
        { body },
      );
      expect(verified.claims).toContainEqual(
        expect.objectContaining({ claimId: claim.claimId, status: 'revoked', card: null }),
      );
    }
    const others = claims.filter(({ claimId }) => claimId !== claim.claimId).map(({ type }) => type);
    expect((await readClaims(client, publicProviderId)).map(({ type }) => type).sort()).toEqual(others.sort());
    const near = `category=${category}&latitude=${centre.latitude}&longitude=${centre.longitude}&radiusKm=20&limit=100`;
    const found = async (type: string) => {
      const query = `/public/providers/search?${near}&claim=${type}`;
      const { body } = await client.expect<{ items: { publicProviderId: string }[] }>(200, 'GET', query);
      return body.items.some((one) => one.publicProviderId === publicProviderId);
    };
    expect([await found(claim.type), await found(others[0] ?? '')]).toEqual([false, true]);
    const { body: profile } = await client.expect<object>(200, 'GET', path);
    const key = requirementOf(published(), claim.type);
    expect(JSON.stringify(profile)).toMatch(new RegExp(`"notVerified":\\[[^\\]]*"key":"${key}"`));
    const timeline = await readTimeline(client, owner);
    expect(timeline.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['claim_suspended', 'appeal_submitted', 'appeal_withdrawn', 'claim_revoked']),
    );
  }, 60_000);
}

const keys = new Map<string, string>();
const requirementOf = ({ provider }: Published, type: string) => keys.get(`${provider.id} ${type}`) ?? '';

/** A review does not confirm the claim, and the appeal against it is withdrawn: the decision is final. */
async function revoke({ client, stage }: Journey, { provider, owner, case: decided }: Published, type: string) {
  const triage = await stage.operator('triage');
  const { requirements } = await readCase(client, triage, decided.id);
  const key = requirements.find(({ claim }) => claim.type === type)?.key ?? '';
  keys.set(`${provider.id} ${type}`, key);
  const post = <Body = { id: string }>(path: string, as: Session, body?: object, headers = {}) =>
    client.expectOneOf<Body>([200, 201], 'POST', path, { as, headers, ...(body && { body }) });
  const review = { categoryKey: category, kind: 'review', requirementKeys: [key], reason };
  await post(`/providers/${provider.id}/verification-cases`, triage, review);
  const opened = await awaitCase(client, owner, provider.id);
  await submitEvidence(client, owner, opened);
  const reviewer = await signIn(client, 'reviewer2@example.test');
  const taken = await claimReview(client, reviewer, opened.id);
  await readDocuments(client, reviewer, taken);
  await recordChecks(client, reviewer, taken);
  await recommend(client, reviewer, opened.id);
  const decider = await signIn(client, 'decider2@example.test');
  const recommended = await claimDuty(client, decider, opened.id, 'decide');
  await readDocuments(client, decider, recommended);
  const path = `/verification-cases/${opened.id}`;
  const claims = recommended.requirements.map(({ claim, evidence }) => ({
    ...{ type: claim.type, evidenceVersionId: evidence?.evidenceVersionId ?? null, result: 'refused' },
  }));
  const decision = { outcome: 'not_verified', claims, reasonCodes: ['evidence_insufficient'], reason };
  const { body } = await post(`${path}/decisions`, decider, decision, await revisionOf(client, decider, opened.id));
  const appeal = {
    decisionId: body.id,
    grounds: ['evidence_misjudged'],
    statement: 'The document was genuine and in date.',
  };
  const { body: appealed } = await post(`${path}/appeals`, owner, appeal);
  await post(`${path}/appeals/${appealed.id}/withdraw`, owner);
}
