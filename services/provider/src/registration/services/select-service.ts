import { serviceRemoved, serviceSelected } from '@trust/contracts/events/provider';
import { emit } from '@trust/service-kit/outbox/outbox';
import { conflict, Problem } from '@trust/service-kit/problems/problem';
import { type App, audit, type Trx } from '../../app.ts';
import { type ActiveVersion, findActiveVersion } from '../../catalog/active-versions.ts';
import { kindsOf } from '../../catalog/kinds-of.ts';
import { findMissingClaims } from '../../listing/missing-claims.ts';
import { refreshListing } from '../../listing/refresh-listing.ts';
import { assertImpartial } from '../../provider-record/assert-impartial.ts';
import { lockOpenProvider } from '../../provider-record/lifecycle.ts';
import { notifyOfService } from '../../provider-record/measures.ts';
import { activateIfComplete } from '../activation/activate-if-complete.ts';
import { type CategoryWrite, requireReasons } from './category-write.ts';
import {
  copyAvailability,
  findRemovalByOperators,
  insertSelection,
  lockActiveSelection,
  removeSelection,
  type SelectionRow,
} from './queries.ts';
import { selectionBody } from './selection-body.ts';

const unknownCategory = {
  en: 'No category has this key. Use a key of `GET /catalog/categories`.',
  fr: 'Aucune catégorie n’a cette clé. Utilisez une clé de `GET /catalog/categories`.',
};

const removedByOperators = {
  en: 'Operators removed this service from the provider. `measures` of the workspace says why; only they add it again.',
  fr: 'Les opérateurs ont retiré ce service du prestataire. `measures` de l’espace de travail en donne le motif ; eux seuls peuvent le rétablir.',
};

const individualsOnly = {
  en: 'This category takes providers of the kind `individual` only. `providerKinds` of `GET /catalog/categories` names the categories for an organisation.',
  fr: 'Cette catégorie n’accepte que des prestataires de type `individual`. `providerKinds` de `GET /catalog/categories` indique les catégories ouvertes à une organisation.',
};

export function selectService(input: CategoryWrite, app: App) {
  const { db, now, newId } = app;
  const { actor, providerId, asOperator, params, reason, reasonCode = null } = input;
  return db.transact(async (trx) => {
    const at = now();
    const provider = await lockOpenProvider(trx, input);
    requireReasons(input);
    if (asOperator) await assertImpartial(trx, actor, { providerId, at });
    const before = await lockActiveSelection(trx, providerId, params.categoryKey);
    const version = await findActiveVersion(trx, params.categoryKey);
    if (!version) throw new Problem('not-found', unknownCategory, { isUnscoped: true });
    const removal = before ? undefined : await findRemovalByOperators(trx, providerId, version.category_key);
    if (!asOperator && removal) throw conflict(removedByOperators);
    if (!kindsOf(version.requirements).includes(provider.kind)) throw conflict(individualsOnly);
    const removerId = removal?.removed_by !== actor.userId ? removal?.removed_by : undefined;

    const isCurrent = before?.requirement_version_id === version.id;
    const id = isCurrent ? before.id : newId();
    if (!isCurrent) await replaceSelection(trx, { id, providerId, version, before, removerId, at });
    if (asOperator && !before) {
      const { category_key: categoryKey } = version;
      await notifyOfService(trx, { template: 'service_added', providerId, categoryKey, reasonCode });
    }
    const after = await activateIfComplete(trx, app, provider, { by: actor.userId, changed: false });
    await audit(trx, input, {
      objectType: 'service_selection',
      objectId: id,
      ...(reason !== undefined && { reason }),
      after: {
        categoryKey: version.category_key,
        versionNumber: version.number,
        changed: !isCurrent,
        providerState: after.state,
        actingAs: asOperator ? 'operator' : 'representative',
        reasonCode,
      },
    });
    const missing = await findMissingClaims(trx, providerId, version.category_key);
    return selectionBody({ ...version, requirement_version_id: version.id }, input.request.language, { missing });
  });
}

type Replacement = {
  id: string;
  providerId: string;
  version: ActiveVersion;
  before: SelectionRow | undefined;
  /** Nobody undoes the removal of a colleague unseen. */
  removerId: string | null | undefined;
  at: Date;
};

async function replaceSelection(trx: Trx, replacement: Replacement): Promise<void> {
  const { id, providerId, version, before, removerId, at } = replacement;
  const categoryKey = version.category_key;
  if (before) {
    await removeSelection(trx, before.id, at);
    await emit(trx, serviceRemoved, { providerId, selectionId: before.id, categoryKey });
  }
  await insertSelection(trx, {
    ...{ id, providerId, categoryKey, requirementVersionId: version.id },
    removerId: removerId ?? null,
    at,
  });
  if (before) await copyAvailability(trx, before.id, id);
  await refreshListing(trx, providerId, at);
  const selected = { providerId, selectionId: id, categoryKey, requirementVersionId: version.id };
  await emit(trx, serviceSelected, { ...selected, ...(removerId && { removerId }) });
}
