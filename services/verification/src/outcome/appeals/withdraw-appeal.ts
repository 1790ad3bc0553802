import { notFound } from '@trust/service-kit/problems/problem';
import { withPermission } from '@trust/service-kit/request-info';
import { audit, command } from '../../app.ts';
import { applyEffects } from '../../case/effects/effects.ts';
import { lockCase } from '../../case/record/queries.ts';
import { assertNotFrozen } from '../../from-other-services/assert-not-frozen.ts';
import { findOwnCase, ofOwners } from './access.ts';
import { changeAppeal, endEvidenceCase, keepDecision } from './change-appeal.ts';
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
  },
  async (input, app, trx) => {
    const { id } = await findOwnCase(trx, input.params.caseId, input.actor);
    const found = await lockCase(trx, id);
    const appeal = await findAppeal(trx, id, input.params.appealId);
    if (!found || !appeal) throw notFound();
    await assertNotFrozen(trx, found.id, app.now());
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
