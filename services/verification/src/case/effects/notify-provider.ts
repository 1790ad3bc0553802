import type { PayloadOf } from '@trust/contracts/event';
import { notificationRequested } from '@trust/contracts/events/any';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { Trx } from '../../app.ts';
import type { Case } from '../record/queries.ts';

type Notice = PayloadOf<typeof notificationRequested.verification>;

/** Every notice of a case names it, so that it can link to it. */
export function notifyProvider(
  trx: Trx,
  { id, provider_id, category_key }: Pick<Case, 'id' | 'provider_id' | 'category_key'>,
  template: Notice['template'],
  data: Notice['data'] = {},
): Promise<void> {
  return emit(trx, notificationRequested.verification, {
    userId: null,
    providerId: provider_id,
    template,
    data: { caseId: id, categoryKey: category_key, ...data },
  });
}
