import { serviceRemoved } from '@trust/contracts/events/provider';
import { brokenConstraint } from '@trust/service-kit/database/sql-error';
import { emit } from '@trust/service-kit/outbox/outbox';
import { conflict, unknownKey } from '@trust/service-kit/problems/problem';
import { type App, audit } from '../../app.ts';
import { refreshListing } from '../../listing/refresh-listing.ts';
import { tellCustomersOfStop } from '../../listing/tell-customers.ts';
import { assertImpartial } from '../../provider-record/assert-impartial.ts';
import { lockOpenProvider } from '../../provider-record/lifecycle.ts';
import { mayBeAboutSafety, notifyOfService } from '../../provider-record/measures.ts';
import { type CategoryWrite, requireReasons } from './category-write.ts';
import { lockActiveSelection, removeSelection } from './queries.ts';

const wasUndone = {
  en: 'A colleague selected again what you removed here in the last 30 days. Ask a colleague to act now, or wait.',
  fr: 'Un collègue a rétabli ce que vous avez retiré ici au cours des 30 derniers jours. Demandez à un collègue d’agir, ou attendez.',
};

export function removeService(input: CategoryWrite, { db, now }: App): Promise<void> {
  const { actor, providerId, asOperator, params, reason, reasonCode = null } = input;
  return db.transact(async (trx) => {
    const at = now();
    await lockOpenProvider(trx, input);
    requireReasons(input);
    if (asOperator) await assertImpartial(trx, actor, { providerId, at });
    const selection = await lockActiveSelection(trx, providerId, params.categoryKey);
    if (!selection) throw unknownKey();
    const { id, category_key: categoryKey } = selection;
    await removeSelection(trx, id, at, asOperator && { reasonCode, userId: actor.userId }).catch((error: unknown) => {
      throw brokenConstraint(error) === 'removal_not_repeated' ? conflict(wasUndone) : error;
    });
    await refreshListing(trx, providerId, at);
    await emit(trx, serviceRemoved, { providerId, selectionId: id, categoryKey });
    if (asOperator) {
      await notifyOfService(trx, { template: 'service_removed', providerId, categoryKey, reasonCode });
      await tellCustomersOfStop(trx, { providerId, categoryKey, isForSafety: mayBeAboutSafety(reasonCode), at });
    }
    await audit(trx, input, {
      objectType: 'service_selection',
      objectId: id,
      ...(reason !== undefined && { reason }),
      before: { status: 'active' },
      after: { status: 'removed', categoryKey, actingAs: asOperator ? 'operator' : 'representative', reasonCode },
    });
  });
}
