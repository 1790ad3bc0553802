import { notificationRequested } from '@trust/contracts/events/any';
import type { OperatorRole } from '@trust/contracts/permissions';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { Trx } from '../../app.ts';
import { findOperatorIds } from './queries.ts';

/** Of a change by route or ceremony. */
export function notifyOfRole(
  trx: Trx,
  personId: string,
  data: { change: 'granted' | 'revoked'; role: OperatorRole },
): Promise<void> {
  return emit(trx, notificationRequested.identity, {
    userId: personId,
    providerId: null,
    template: 'roles_changed',
    data,
  });
}

/** Of what a ceremony did: everybody who has a role, but not the operator whom it made. */
export async function notifyOfApprover(
  trx: Trx,
  { personId, role }: { personId: string; role: OperatorRole },
): Promise<void> {
  for (const userId of await findOperatorIds(trx)) {
    if (userId === personId) continue;
    const notice = { userId, providerId: null, template: 'approver_made', data: { role } } as const;
    await emit(trx, notificationRequested.identity, notice);
  }
}
