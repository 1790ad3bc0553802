import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { eventually, type Session } from '../../demo/client.ts';
import { apply } from '../../demo/journey.ts';
import { claimReview, getEvidenceContent, readCase } from '../../demo/steps/review.ts';
import { signIn } from '../../demo/steps/sign-in.ts';
import { repositoryRoot } from '../../deploy/local/environment.ts';
import type { Problem } from '../raw-client.ts';
import { grantRole, personOf } from './grant-role.ts';
import type { Journey } from './journey.ts';

const command = 'services/identity/src/operators/operators-command.ts';

export function testDuties(journey: () => Journey, revokedWithinMs?: number): void {
  test('Z3 Z4 a duty requires its permission, evidence its assignee, and both end with the role', async () => {
    const { platform, client, stage } = journey();
    const { operator } = stage;
    const candidate = await apply(stage);
    const path = `/verification-cases/${candidate.case.id}`;
    const reason = 'To see who may hold a duty.';
    const [triage, decider] = [await operator('triage'), await operator('decider')];
    const identifier = 'reviewer2@example.test';
    const reviewer = await signIn(client, identifier);

    for (const assigneeId of [candidate.provider.id, randomUUID()]) {
      const body = { assigneeId, reason };
      const { status, body: problem } = await client.call<Problem>('POST', `${path}/assign`, { as: triage, body });
      expect([status, problem.errors[0]?.code]).toEqual([409, 'permission_missing']);
    }
    const { requirements } = await claimReview(client, reviewer, candidate.case.id);
    const evidenceId = requirements[0]?.evidence?.evidenceId ?? '';
    expect((await getEvidenceContent(client, reviewer, candidate.case.id, evidenceId)).byteLength).toBeGreaterThan(0);
    const grants = `${path}/evidence/${evidenceId}/review-grants`;
    const grantTo = async (as: Session) => (await client.call('POST', grants, { as, body: { reason } })).status;
    expect(await grantTo(decider)).toBe(404);

    execFileSync(
      process.execPath,
      ['deploy/local/commands/run-in-service.ts', 'identity', command, 'revoke', identifier, 'reviewer'],
      {
        cwd: repositoryRoot,
        env: { ...process.env, DATA_DIR: platform.dataDir },
      },
    );
    const isOver = async () => {
      const { assignments } = await readCase(client, triage, candidate.case.id);
      const open = await platform.rows('evidence', 'select from case_assignee where case_id = $1', [candidate.case.id]);
      return assignments.length === 0 && open.length === 0 ? true : undefined;
    };
    await eventually('the end of the duty', isOver, revokedWithinMs);
    expect(await grantTo(reviewer)).toBe(403);
    await grantRole({ client, operator }, await personOf(platform, reviewer), 'reviewer');
    await eventually('a reviewer again, without the duty', async () =>
      (await grantTo(reviewer)) === 404 ? true : undefined,
    );
  }, 60_000);
}
