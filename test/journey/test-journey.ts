import { beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../demo/client.ts';
import { apply, decideCase, type Published, publishProvider, review, runJourney } from '../../demo/journey.ts';
import { verifyAudit } from '../../demo/steps/proof.ts';
import { approve, createOverride } from '../../demo/steps/publication.ts';
import { decide, readCase } from '../../demo/steps/review.ts';
import { newPhoneNumber, readMailbox, refresh, signIn } from '../../demo/steps/sign-in.ts';
import { readWorkspace } from '../../demo/steps/workspace.ts';
import type { Platform } from '../platform.ts';
import { type Journey, openJourney, slugOf } from './journey.ts';
import { testDuties } from './test-duties.ts';
import { testEmergency } from './test-emergency.ts';
import { testErasure } from './test-erasure.ts';
import { testLostWork } from './test-lost-work.ts';
import { testOpenCase } from './test-open-case.ts';
import { testQuickstart } from './test-quickstart.ts';
import { testRevokedClaim } from './test-revoked-claim.ts';
import { testSessions } from './test-sessions.ts';

export function testJourney(started: () => Platform): void {
  let journey: Journey;
  beforeAll(async () => {
    journey = openJourney(started());
    await journey.platform.resetCodeLimits();
  });

  describe('the main journey', () => {
    let published: Published;

    test('a provider gets verified, from the first code to the public claim card', async () => {
      published = await runJourney(journey.stage);
      expect(published.claims).toHaveLength(published.case.requirements.length);
      const workspace = await readWorkspace(journey.client, published.owner);
      expect(workspace.provider).toMatchObject({ state: 'active', publication: 'published' });
    }, 60_000);

    testQuickstart(started);

    test('the timeline shows every step, and neither reviewer, reason nor object key', async () => {
      const types = new Set(published.timeline.map(({ type }) => type));
      for (const type of [
        'case_opened',
        'evidence_submitted',
        'evidence_available',
        'decision_recorded',
        'claim_granted',
      ])
        expect(types).toContain(type);
      const [{ recommender_id: reviewerId, reason } = { recommender_id: '', reason: '' }] =
        await journey.platform.rows<{
          recommender_id: string;
          reason: string;
        }>(
          'verification',
          'select r.recommender_id, reason from verification_case c join recommendation r on r.id = c.recommendation_id where c.id = $1',
          [published.case.id],
        );
      const stored = await journey.platform.rows<{ object_key: string }>(
        'evidence',
        'select object_key from evidence_version',
      );
      const text = JSON.stringify(published.timeline);
      for (const hidden of [reviewerId, reason, ...stored.map((row) => row.object_key)])
        expect(text).not.toContain(hidden);
    });

    test('P1 every request that changed something has exactly one audit entry, and the chain holds', async () => {
      await journey.platform.settled();
      const changes = journey.requests.filter(
        ({ method, status, path }) => method !== 'GET' && status < 300 && path.startsWith('/'),
      );
      const requestIds = changes.map(({ requestId }) => requestId);
      expect(await verifyAudit(journey.platform.dataDir, requestIds)).toMatch(
        /chain holds.* No entry of 6 services is missing/,
      );
      const twice = await journey.platform.rows(
        'operations',
        `select entry::jsonb ->> 'requestId' from audit_entry where entry::jsonb ->> 'requestId' = any($1)
       group by 1 having count(*) > 1`,
        [requestIds],
      );
      expect(twice).toEqual([]);
    }, 60_000);

    testEmergency(
      () => journey,
      () => published,
    );
    testRevokedClaim(
      () => journey,
      () => published,
    );
  });

  describe('sign-in', () => {
    test('A1 rejects the right code after five wrong ones', async () => {
      const identifier = newPhoneNumber();
      const { body } = await journey.client.expect<{ challengeId: string }>(202, 'POST', '/auth/challenges', {
        body: { channel: 'sms', identifier },
      });
      const right = await eventually('the code', async () => (await readMailbox(journey.client, identifier))[0]?.code);
      const wrong = right === '000000' ? '000001' : '000000';
      for (const code of [wrong, wrong, wrong, wrong, wrong, right]) {
        const response = await journey.client.call('POST', `/auth/challenges/${body.challengeId}/verify`, {
          body: { code },
        });
        expect([response.status, slugOf(response)]).toEqual([401, 'code-refused']);
      }
    });

    test('A3 reuse of a refresh token ends the whole family, its newest access token included', async () => {
      const first = await signIn(journey.client, newPhoneNumber());
      const newest = await refresh(journey.client, first);
      await expect(refresh(journey.client, first)).rejects.toMatchObject({ status: 401 });
      await eventually('the end of the session', async () => {
        const response = await journey.client.call('GET', '/provider-workspace/me', { as: newest });
        return response.status === 401 ? true : undefined;
      });
      await expect(refresh(journey.client, newest)).rejects.toMatchObject({ status: 401 });
    });
  });

  testSessions(() => journey);

  describe('separation of duties', () => {
    test('Z3 returns 409 when the reviewer decides, the requester approves or one person approves twice', async () => {
      const candidate = await apply(journey.stage);
      await review(journey.stage, candidate);
      const reviewer = await journey.stage.operator('reviewer');
      const recommended = await readCase(journey.client, reviewer, candidate.case.id);
      const byReviewer = decide(journey.client, reviewer, recommended);
      await expect(byReviewer).rejects.toMatchObject({ status: 409, type: 'separation-of-duties' });
      expect(
        await journey.platform.rows('verification', 'select from decision where case_id = $1', [candidate.case.id]),
      ).toEqual([]);
      await decideCase(journey.stage, candidate);
      const again = decide(journey.client, await journey.stage.operator('decider'), recommended);
      await expect(again).rejects.toMatchObject({ status: 400, type: 'invalid-transition' });

      await publishProvider(journey.stage, candidate);
      const supervisor = await journey.stage.operator('supervisor');
      const { id } = await createOverride(journey.client, supervisor, 'close');
      const separated = { status: 409, type: 'separation-of-duties' };
      await expect(approve(journey.client, supervisor, id)).rejects.toMatchObject(separated);
      const security = await journey.stage.operator('security');
      expect(await approve(journey.client, security, id)).toMatchObject({ state: 'pending' });
      await expect(approve(journey.client, security, id)).rejects.toMatchObject(separated);
    }, 60_000);

    testDuties(() => journey);
    testLostWork(() => journey);
  });

  testOpenCase(() => journey);
  testErasure(() => journey);
}
