import { notificationRequested } from '@trust/contracts/events/any';
import type { OperatorRole } from '@trust/contracts/permissions';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { Trx } from '../../app.ts';

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
