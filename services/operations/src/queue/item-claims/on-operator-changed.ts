import { operatorChanged, operatorSnapshot } from '@trust/contracts/events/identity';
import type { Permission } from '@trust/contracts/permissions';
import { saveState } from '@trust/service-kit/inbox/projection';
import { on } from '../../app.ts';
import { endClaims } from './end-claims.ts';

const ofCases: readonly Permission[] = [
  'verification.cases.assign',
  'verification.cases.review',
  'verification.cases.decide',
  'verification.appeals.review',
];

export const onOperatorChanged = on.each(
  [operatorChanged, operatorSnapshot],
  async ({ userId, permissions, workName = null, occurredAt }, { trx }, app) => {
    const operator = { user_id: userId, permissions, work_name: workName, changed_at: occurredAt };
    if (!(await saveState(trx, 'operator', { key: 'user_id', newest: 'changed_at' }, operator))) return;
    if (ofCases.some((permission) => permissions.includes(permission))) return;
    await endClaims(trx, { operatorId: userId }, { because: 'permission_ended', at: app.now(), isTold: true });
  },
);
