import type { ProblemDetails } from '@trust/contracts/problems/problem';
import { expect, test } from 'vitest';
import { eventually } from '../../demo/client.ts';
import { apply } from '../../demo/journey.ts';
import { signIn } from '../../demo/steps/sign-in.ts';
import type { Journey } from './journey.ts';

export function testLostWork(journey: () => Journey): void {
  test('T9 a claim refuses the duty by name; triage assigns anyway, and who had claimed it is told by name', async () => {
    const { platform, client, stage } = journey();
    const caseId = (await apply(stage)).case.id;
    const [reviewer, triage] = [await stage.operator('reviewer'), await stage.operator('triage')];
    const other = await signIn(client, 'reviewer2@example.test');
    const { id: assigneeId } = await client.as(other).api.getAccountProfile();
    const reason = 'To see who has the work.';
    const claim = () =>
      client.call<ProblemDetails>('POST', `/operations/triage/verification_case/${caseId}/claim`, { as: reviewer });
    const assign = (as: typeof other, body: object) =>
      client.call<ProblemDetails>('POST', `/verification-cases/${caseId}/assign`, { as, body: { reason, ...body } });

    await eventually('the case in the queue', async () => ((await claim()).status === 200 ? true : undefined));
    await eventually('the claim known to verification', async () => {
      const known = await platform.rows('verification', 'select from case_claim where case_id = $1', [caseId]);
      return known.length > 0 ? true : undefined;
    });
    const refused = await assign(other, { duty: 'review' });
    expect([refused.status, refused.body.taken]).toMatchObject([
      409,
      { holder: 'Reviewer Lark', reasonCode: 'claimed' },
    ]);

    expect((await assign(triage, { assigneeId, duty: 'review' })).status).toBe(200);
    // Until the assignment is known everywhere, the answer names nobody.
    const lost = await eventually('the end of the claim', async () => {
      const answer = await claim();
      return answer.status === 409 && answer.body.taken ? answer : undefined;
    });
    expect(lost.body.taken).toMatchObject({ holder: 'Reviewer Finch', reasonCode: 'assigned' });
    const told = async () => {
      const { items } = await client.as(reviewer).api.listNotifications({ params: { query: { limit: 100 } } });
      return items.find(({ type, subject }) => type === 'work_lost' && subject?.id === caseId);
    };
    await eventually('the notice', told);
  }, 60_000);
}
