import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { eventually, type Session } from '../../demo/client.ts';
import { makeEicar, makePdf } from '../../demo/documents.ts';
import { confirm, openIntent, putPart, putParts, readIntent } from '../../demo/steps/evidence.ts';
import { readTimeline } from '../../demo/steps/public.ts';
import { newPhoneNumber, signIn } from '../../demo/steps/sign-in.ts';
import { awaitCase, completeWorkspace, findCase, readWorkspace, register } from '../../demo/steps/workspace.ts';
import type { UploadIntent, VerificationCase } from '../../packages/client/src/client.ts';
import type { Platform } from '../platform.ts';
import type { Answer, Problem, RawClient } from '../raw-client.ts';
import { type Journey, slugOf } from './journey.ts';

const codesOf = (response: Answer<unknown>) =>
  (response.body as Problem).errors.map(({ field, code }) => `${field} ${code}`);

export function testOpenCase(journey: () => Journey): void {
  describe('a provider whose case waits for evidence', () => {
    let client: RawClient;
    let platform: Platform;
    let owner: Session;
    let providerId: string;
    let opened: VerificationCase;

    beforeAll(async () => {
      ({ client, platform } = journey());
      owner = await signIn(client, newPhoneNumber());
      providerId = (await register(client, owner, 'Waits for evidence')).id;
      await readWorkspace(client, owner);
      await completeWorkspace(client, owner);
      opened = await awaitCase(client, owner, providerId);
    });

    async function intentOf(
      document: ReturnType<typeof makePdf>,
      requirement = opened.requirements[0],
    ): Promise<UploadIntent> {
      if (!requirement) throw new Error('The case has no requirements.');
      return openIntent(client, owner, { caseId: opened.id, requirement, document });
    }

    test('D2 returns the same response for another person’s id as for an unknown one, except the request id', async () => {
      const stranger = await signIn(client, newPhoneNumber());
      await register(client, stranger, 'Somebody else');
      await readWorkspace(client, stranger);
      const intent = await intentOf(makePdf('Not for strangers'));
      const paths: [string, string][] = [
        [providerId, '/providers/ID'],
        [providerId, '/providers/ID/verification-cases'],
        [intent.id, '/provider-workspace/me/upload-intents/ID'],
        [opened.id, '/verification-cases/ID'],
      ];
      for (const [id, path] of paths) {
        const responses = [id, randomUUID()].map(async (one) => {
          const { status, body, headers, requestId } = await client.call('GET', path.replace('ID', one), {
            as: stranger,
          });
          const comparedHeaders = [...headers].filter(([name]) => name !== 'date');
          return JSON.stringify({ status, body, headers: comparedHeaders })
            .replaceAll(one, 'ID')
            .replaceAll(requestId, 'REQUEST');
        });
        const [foreign, unknown] = await Promise.all(responses);
        expect(foreign).toEqual(unknown);
        expect(foreign).toMatch(/"status":40[34]/);
      }
    });

    test.each([
      ['POST', '/providers', { displayName: 'Two', kind: 'individual', operatingModel: 'remote' }],
      ['PATCH', '/provider-workspace/me/profile', { summary: 'Other words.' }],
      ['PUT', '/provider-workspace/me/location', {}],
      ['PUT', '/provider-workspace/me/availability/electrician', { state: 'available' }],
    ] as const)('I1 %s %s returns 400 for an unknown field', async (method, path, body) => {
      const response = await client.call(method, path, { as: owner, body: { ...body, verified: true } });
      expect([response.status, slugOf(response), codesOf(response)]).toEqual([
        400,
        'invalid-request',
        ['verified unknown_field'],
      ]);
    });

    test('C4 takes parts in any order, reports a missing one, and confirms an upload once', async () => {
      const document = makePdf('In two parts', 5.5 * 1024 * 1024);
      const intent = await intentOf(document);
      const [first, second] = intent.session.parts;
      if (!first || !second) throw new Error('The document fits into one part.');
      await putPart(client, second, document.bytes.subarray(first.sizeBytes));
      const conflict = { status: 409, type: 'upload-state' };
      await expect(confirm(client, owner, intent.id)).rejects.toMatchObject(conflict);
      const { session } = await readIntent(client, owner, intent.id);
      expect(session.parts.map(({ received }) => received)).toEqual([false, true]);
      await putPart(client, first, document.bytes.subarray(0, first.sizeBytes));

      const both = await Promise.allSettled([1, 2].map(() => confirm(client, owner, intent.id)));
      const rejected = both.filter(({ status }) => status === 'rejected');
      expect(rejected).toMatchObject([{ reason: conflict }]);
      await expect(confirm(client, owner, intent.id)).rejects.toMatchObject(conflict);
      const versions = await platform.rows('evidence', 'select from evidence_version where intent_id = $1', [
        intent.id,
      ]);
      expect(versions).toHaveLength(1);
    });

    test('U3 quarantines malware, shows the rejection in the timeline, and leaves the requirement open', async () => {
      const requirement = opened.requirements[1];
      const document = makeEicar();
      const intent = await intentOf(document, requirement);
      await putParts(client, intent, document);
      await confirm(client, owner, intent.id);
      await eventually('the quarantine', async () => {
        const { evidence } = await readIntent(client, owner, intent.id);
        return evidence?.processing === 'quarantined' ? true : undefined;
      });
      await eventually('the rejection in the timeline', async () =>
        (await readTimeline(client, owner)).find(({ type }) => type === 'evidence_rejected'),
      );
      const waiting = await findCase(client, owner, providerId, 'awaiting_evidence');
      expect(waiting?.requirements.find(({ key }) => key === requirement?.key)?.status).toBe('missing');
    });
  });
}
