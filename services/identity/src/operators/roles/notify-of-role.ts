import { notificationRequested } from '@trust/contracts/events/any';
import type { NotificationTemplate } from '@trust/contracts/notifications/notification-templates';
import { type OperatorRole, operatorRoles } from '@trust/contracts/permissions';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { Trx } from '../../app.ts';
import { approverRoles } from '../../people/assert-approvers-remain.ts';
import { findOperatorIds } from './queries.ts';

type ChangedRole = { personId: string; role: OperatorRole };

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

/** Everybody who can approve roles, but not the person, who gets the other notice. */
export function notifyOfRevokedRole(trx: Trx, { personId, role }: ChangedRole): Promise<void> {
  return notifyOthers(trx, { personId, roles: approverRoles }, { template: 'role_revoked', data: { role } });
}

/** Of what a ceremony did: everybody who has a role, but not the operator whom it made. */
export function notifyOfApprover(trx: Trx, { personId, role }: ChangedRole): Promise<void> {
  return notifyOthers(trx, { personId, roles: operatorRoles }, { template: 'approver_made', data: { role } });
}

type Others = { personId: string; roles: readonly OperatorRole[] };
type Notice = { template: NotificationTemplate; data: Record<string, string> };

async function notifyOthers(trx: Trx, { personId, roles }: Others, notice: Notice): Promise<void> {
  for (const userId of await findOperatorIds(trx, roles)) {
    if (userId === personId) continue;
    await emit(trx, notificationRequested.identity, { userId, providerId: null, ...notice });
  }
}
