import type { Actor } from '@trust/contracts/actor';
import { notFound } from '@trust/service-kit/problems/problem';
import { withPermission } from '@trust/service-kit/request-info';
import { type App, audit, command, type Trx } from '../../app.ts';
import { applyEffects } from '../../case/effects/effects.ts';
import { lockCase } from '../../case/record/queries.ts';
import { assertNotFrozen } from '../../from-other-services/assert-not-frozen.ts';
import { findOwnCase, ofOwners } from './access.ts';
import { assertBecomes, changeAppeal, endEvidenceCase, keepDecision } from './change-appeal.ts';
import { findAppeal } from './queries.ts';
import { Appeal, AppealParams } from './schema.ts';
import { toAppeal } from './views.ts';

export const withdrawAppeal = command(
  {
    method: 'post',
    path: '/verification-cases/{caseId}/appeals/{appealId}/withdraw',
    summary: 'Withdraw an appeal',
    description:
      'For an owner of the provider, while the appeal is pending. The decision is then final and cannot be appealed again.',
    access: 'session',
    permissions: [ofOwners],
    stepUp: true,
    limit: 'profile-mutation',
    params: AppealParams,
    responds: { status: 200, body: Appeal },
    problems: ['forbidden', 'not-found', 'invalid-transition', 'state-conflict'],
    acts: { on: 'appeal', as: 'withdraw_appeal' },
    rule: lockWithdrawable,
  },
  async (input, app, trx, { found, appeal }) => {
    const withdrawal = await changeAppeal(trx, { found, appeal, to: 'withdrawn' });
    await applyEffects(trx, app, [withdrawal]);
    await endEvidenceCase(trx, app, withdrawal.appeal, null);
    await keepDecision(trx, app, found, appeal);
    await audit(trx, withPermission(input, ofOwners), {
      objectType: 'appeal',
      objectId: appeal.id,
      before: { state: appeal.state },
      after: { state: 'withdrawn' },
    });
    return toAppeal(trx, withdrawal.appeal);
  },
);

type Asking = { actor: Actor; params: { caseId: string; appealId: string } };

async function lockWithdrawable({ actor, params }: Asking, app: App, trx: Trx) {
  const { id } = await findOwnCase(trx, params.caseId, actor);
  const found = await lockCase(trx, id);
  const appeal = await findAppeal(trx, id, params.appealId);
  if (!found || !appeal) throw notFound();
  await assertNotFrozen(trx, found.id, app.now());
  assertBecomes(appeal, 'withdrawn');
  return { found, appeal };
}
