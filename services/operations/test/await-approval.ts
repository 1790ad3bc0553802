import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { invitationAwaitingApproval } from '@trust/contracts/events/representatives';
import type { Operations } from './service.ts';

/** The operator has accepted an invitation of the provider: another one must approve within seven days. */
export async function awaitApproval(operations: Operations, { userId }: Pick<Actor, 'userId'>, providerId: string) {
  const { now } = operations.clock;
  const expiresAt = new Date(now.getTime() + 7 * 86_400_000).toISOString();
  const invitation = { invitationId: randomUUID(), providerId, userId, expiresAt, occurredAt: now.toISOString() };
  await operations.deliver(invitationAwaitingApproval, invitation);
  return invitation;
}
