import type { Actor } from '@trust/contracts/actor';
import { requireFreshSignIn } from '@trust/service-kit/actors/step-up';
import { reply } from '@trust/service-kit/http/reply';
import { conflict, editConflict } from '@trust/service-kit/problems/problem';
import type { AnyInput } from '@trust/service-kit/request-info';
import type { Updateable } from 'kysely';
import { type App, audit } from '../../app.ts';
import type { Provider as ProviderTable } from '../../db/schema.ts';
import { awaitsDecision } from '../../from-other-services/cases/queries.ts';
import { refreshListing } from '../../listing/refresh-listing.ts';
import { hasSeveralOwners } from '../../provider-record/assignments.ts';
import { deleteNaming, endSubjects } from '../../provider-record/claim-subjects.ts';
import { lockOpenProvider } from '../../provider-record/lifecycle.ts';
import { updateProvider } from '../../provider-record/provider-row.ts';
import { activateIfComplete } from '../activation/activate-if-complete.ts';
import { assertNameAllowed, assertTextAllowed, assertWebsiteAllowed } from '../display-names/allowed-name.ts';
import { findNameId } from '../display-names/queries.ts';
import { flagDuplicates } from '../duplicates/flag-duplicates.ts';
import { deleteUsedNames, keepUsedNames } from '../duplicates/used-names.ts';
import { endConsentsOfOthers } from '../location/withdraw-premises.ts';
import { providerBody } from '../providers/provider-body.ts';
import { findIndividualsOnly } from '../services/queries.ts';
import type { ProfileUpdate } from './schema.ts';

type Write = AnyInput & {
  actor: Actor;
  providerId: string;
  ifMatch: readonly number[] | undefined;
  body: ProfileUpdate;
};

/** The claims and the erasure of a provider (docs/domain/erasure.md 19) depend on its kind. */
const kindIsFinal = {
  en: '`kind` can change only while the provider is `draft`. Register another provider.',
  fr: '`kind` ne peut changer que tant que le prestataire est à l’état `draft`. Enregistrez un autre prestataire.',
};

const severalOwners = {
  en: '`kind` can be `individual` only if nobody else owned this provider or is invited to own it. Withdraw such an invitation, or register another provider.',
  fr: '`kind` ne peut être `individual` que si personne d’autre n’a été propriétaire de ce prestataire ni n’est invité à l’être. Retirez cette invitation ou enregistrez un autre prestataire.',
};

const takeIndividualsOnly = (categories: string[]) => ({
  en: `These services take providers of the kind \`individual\` only: ${categories.join(', ')}. Remove them before \`kind\` becomes \`organisation\`.`,
  fr: `Ces services n’acceptent que des prestataires de type \`individual\` : ${categories.join(', ')}. Retirez-les avant que \`kind\` ne devienne \`organisation\`.`,
});

/** A pair of possible duplicates is found by both (docs/domain/provider-record.md 36). */
const inQuestion = {
  en: '`displayName` and `website` cannot change while the provider is suspended or a case of it awaits its decision. Send the other fields, and retry after the decision.',
  fr: '`displayName` et `website` ne peuvent pas changer tant que le prestataire est suspendu ou qu’un dossier attend sa décision. Envoyez les autres champs et réessayez après la décision.',
};

export function changeProfile(input: Write, app: App) {
  const { db, now } = app;
  const { actor, providerId, ifMatch, body } = input;
  return db.transact(async (trx) => {
    const before = await lockOpenProvider(trx, input);
    if (ifMatch && !ifMatch.includes(before.revision)) throw editConflict(providerBody(before), before.revision);

    const isOtherKind = body.kind !== undefined && body.kind !== before.kind;
    if (isOtherKind && before.state !== 'draft') throw conflict(kindIsFinal);
    if (isOtherKind && body.kind === 'individual' && (await hasSeveralOwners(trx, providerId, now())))
      throw conflict(severalOwners);
    const individualsOnly =
      isOtherKind && body.kind === 'organisation' ? await findIndividualsOnly(trx, providerId) : [];
    if (individualsOnly.length > 0) throw conflict(takeIndividualsOnly(individualsOnly));

    const isRenamed = body.displayName !== undefined && body.displayName !== before.display_name;
    const isMoved = body.website !== undefined && body.website !== before.website;
    if ((isRenamed || isMoved) && (before.state === 'suspended' || (await awaitsDecision(trx, providerId))))
      throw conflict(inQuestion);

    // Names of a person go with them (docs/domain/names.md 2); those of an organisation stay.
    if (isOtherKind) await deleteUsedNames(trx, providerId);
    // Another kind has other rules of who it may be (docs/domain/claim-subject.md 5).
    if (isOtherKind)
      await endSubjects(trx, { providerId, about: ['business', 'person'] }, { reason: 'replaced', at: now() });
    if (isOtherKind) await deleteNaming(trx, { providerId });
    if (isRenamed) {
      requireFreshSignIn(actor, now());
      assertNameAllowed(body.displayName ?? '');
    }
    const isSummarised = body.summary !== undefined && body.summary !== before.summary;
    if (isSummarised && body.summary) assertTextAllowed('summary', body.summary);
    if (isMoved && body.website) assertWebsiteAllowed(body.website);
    const isReworded = isRenamed || isSummarised || isMoved;
    const nameId = isReworded ? await findNameId(trx, before) : null;
    const changes = changesOf(body);
    const changed = Object.keys(changes).length > 0;
    const edited = changed ? await updateProvider(trx, before, changes, now()) : before;
    if (isOtherKind && edited.kind === 'individual') await endConsentsOfOthers(trx, app, edited, now());
    await refreshListing(trx, providerId, now());
    const used = { names: [before.display_name, edited.display_name], websites: [before.website, edited.website] };
    await keepUsedNames(trx, app, providerId, used);
    const isCompleted = (edited.summary === null) !== (before.summary === null);
    const after = await activateIfComplete(trx, app, edited, {
      by: actor.userId,
      changed: isRenamed || isCompleted || isOtherKind,
    });
    const reasons = [
      ...(isRenamed ? (['name', 'registered_name'] as const) : []),
      ...(isMoved ? (['website'] as const) : []),
    ];
    // Of one that became active all reasons were flagged.
    const isActivated = before.state === 'draft' && after.state === 'active';
    if (!isActivated) await flagDuplicates(trx, app, providerId, { at: now(), reasons });
    await audit(trx, input, {
      objectType: 'provider',
      objectId: providerId,
      before: { revision: before.revision, state: before.state, ...(isReworded && { nameId }) },
      after: {
        fields: Object.keys(changes).sort().join(' '),
        revision: after.revision,
        state: after.state,
        ...(isReworded && { nameId: await findNameId(trx, after) }),
      },
    });
    return reply(providerBody(after), { revision: after.revision });
  });
}

function changesOf({
  displayName,
  summary,
  website,
  languages,
  operatingModel,
  kind,
}: ProfileUpdate): Updateable<ProviderTable> {
  return {
    ...(displayName !== undefined && { display_name: displayName }),
    ...(summary !== undefined && { summary }),
    ...(website !== undefined && { website }),
    ...(languages !== undefined && { languages: [...new Set(languages)] }),
    ...(operatingModel !== undefined && { operating_model: operatingModel }),
    ...(kind !== undefined && { kind }),
  };
}
