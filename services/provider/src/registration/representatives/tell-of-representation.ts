import { notificationRequested } from '@trust/contracts/events/any';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { Trx } from '../../app.ts';

type Template = 'representative_joined' | 'representation_ended' | 'provider_closed';

/** Without a provider for who has left: others are asked for who represents it (docs/domain/invitations.md 13). */
export function tellOfRepresentation(
  trx: Trx,
  userId: string,
  template: Template,
  providerId: string | null = null,
): Promise<void> {
  return emit(trx, notificationRequested.provider, { userId, providerId, template, data: {} });
}
