import { notificationRequested } from '@trust/contracts/events/any';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { Trx } from '../../app.ts';

type Template = 'private_base_changed' | 'service_area_changed' | 'premises_changed' | 'premises_still_shown';
type Told = { userId: string; providerId: string | null };

/** With a provider, only who represents it is told; without one, whoever has left as well. */
export function tellOfChange(trx: Trx, { userId, providerId }: Told, template: Template): Promise<void> {
  return emit(trx, notificationRequested.provider, { userId, providerId, template, data: {} });
}
