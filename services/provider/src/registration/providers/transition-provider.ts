import { OwnProviderId } from '@trust/contracts/fields';
import type { MeasureReason } from '@trust/contracts/reasons/measure-reasons';
import { requireFreshSignIn } from '@trust/service-kit/actors/step-up';
import { brokenConstraint } from '@trust/service-kit/database/sql-error';
import { once } from '@trust/service-kit/http/idempotency';
import { reply } from '@trust/service-kit/http/reply';
import { conflict, invalid, notFound, Problem } from '@trust/service-kit/problems/problem';
import { withPermission } from '@trust/service-kit/request-info';
import { z } from 'zod';
import { audit, route, type Trx } from '../../app.ts';
import { awaitsDecision } from '../../from-other-services/cases/queries.ts';
import { countCurrentClaims } from '../../from-other-services/claims/active-claims.ts';
import { lockGate } from '../../from-other-services/publication/gate.ts';
import { isStopped } from '../../from-other-services/publication/is-stopped.ts';
import { refreshListing } from '../../listing/refresh-listing.ts';
import { assertImpartial } from '../../provider-record/assert-impartial.ts';
import { findAssignments } from '../../provider-record/assignments.ts';
import { closeEnquiries } from '../../provider-record/close-enquiries.ts';
import { assertStillRepresents, emitProviderChanged } from '../../provider-record/lifecycle.ts';
import { notifyOfMeasure } from '../../provider-record/measures.ts';
import {
  findParts,
  insertTransition,
  lockProvider,
  type Parts,
  type ProviderRow,
  updateProvider,
} from '../../provider-record/provider-row.ts';
import { missingForPublication } from '../../provider-record/publishable.ts';
import { type ActingRole, actingRoleFor, positionAfter, type Transition } from '../../provider-record/transitions.ts';
import { withdrawName } from '../display-names/ask-for-name.ts';
import { flagClosed } from '../duplicates/flag-duplicates.ts';
import { flagInQuestion } from '../duplicates/flag-in-question.ts';
import { findPossibleDuplicates } from '../duplicates/possible-duplicates.ts';
import { deletePrivateLocation } from '../location/delete-location.ts';
import { announceMeasure } from '../measures/announce-measures.ts';
import { findTakerOfEnded } from '../measures/queries.ts';
import { endRepresentation } from '../representatives/end-representation.ts';
import { requireReason } from '../services/category-write.ts';
import { providerBody } from './provider-body.ts';
import { Provider, ProviderTransition } from './schema.ts';

export const transitionProvider = route(
  {
    method: 'post',
    path: '/providers/{providerId}/transitions',
    summary: 'Change the state of a provider',
    description:
      'Owners can `publish`, `unpublish` and `close`. Operators with `operations.providers.manage` can `suspend`, `reinstate`, `withhold` and `release`, with a `reason` for the audit log and for the operator who reviews it; its representatives are told the `reasonCode`. Who took a measure takes no other before that review as `justified` or 30 days after its end. Closing a provider ends every assignment, and needs a sign-in of the last 5 minutes; not while a case awaits its decision.',
    access: 'session',
    stepUp: 'some',
    permissions: ['provider.representatives.manage', 'operations.providers.manage'],
    limit: 'privileged-operation',
    params: z.object({ providerId: OwnProviderId }),
    body: ProviderTransition,
    etag: true,
    responds: { status: 200, body: Provider },
    problems: [
      'forbidden',
      'not-found',
      'invalid-transition',
      'publication-gate-closed',
      'publication-held',
      'provider-not-ready',
      'name-not-accepted',
      'separation-of-duties',
      'state-conflict',
    ],
  },
  async (input, app) => {
    const { db, now, newId } = app;
    const { actor, params, body, idempotency } = input;
    const { transition, reason, reasonCode = null } = body;
    const assignments = await findAssignments(db, actor.userId);
    const assignment = assignments.find(({ providerId }) => providerId === params.providerId);
    const actingRole = actingRoleFor(transition, actor, assignment);
    if (actingRole === 'forbidden') throw new Problem('forbidden', notYours);
    if (actingRole === 'unknown') throw notFound();
    // Nothing undoes a closing (docs/domain/roles-and-step-up.md 13).
    if (actingRole === 'operator' || transition === 'close') requireFreshSignIn(actor, now());
    if (actingRole !== 'operator' && reasonCode) throw invalid('reasonCode', 'not_allowed');
    requireReason(actingRole === 'operator', reason);
    const permission = actingRole === 'operator' ? 'operations.providers.manage' : 'provider.representatives.manage';

    return db.transact((trx) =>
      once(trx, idempotency, async () => {
        const at = now();
        const before = await lockProvider(trx, params.providerId);
        if (!before) throw notFound();
        if (actingRole === 'owner')
          await assertStillRepresents(trx, withPermission({ ...input, providerId: before.id }, permission));
        if (actingRole === 'operator') await assertImpartial(trx, actor, { providerId: before.id, at });
        const done = { providerId: before.id, transition, actorId: actor.userId };
        const record = { ...done, id: newId(), actingRole, reasonCode, at };
        const kept = actingRole === 'operator' ? { reason, takerId: await findTakerOfEnded(trx, done) } : {};
        await recordTransition(trx, { ...record, ...kept });
        if (transition === 'close' && (await awaitsDecision(trx, before.id))) throw conflict(decisionPending);
        const duplicates = transition === 'close' ? await findPossibleDuplicates(trx, app, before.id) : [];
        const parts = await findParts(trx, before.id);
        const after = await applyTransition(trx, before, transition, parts, at);
        if (after.state === 'closed') await deletePrivateLocation(trx, after.id);
        await refreshListing(trx, after.id, at);
        await emitProviderChanged(trx, after, await findParts(trx, after.id));
        await notifyOfMeasure(trx, { providerId: after.id, transition, reasonCode, at });
        if (transition === 'suspend' || transition === 'withhold') await flagInQuestion(trx, app, after.id);
        await announceMeasure(trx, record.id);
        if (after.state === 'closed') {
          await endRepresentation(trx, app, { providerId: after.id }, at);
          await withdrawName(trx, app, after.id, at);
          await closeEnquiries(trx, { providerId: after.id, endedBy: 'provider' }, at);
          await flagClosed(trx, { id: after.id, found: duplicates, at });
        }
        await audit(trx, withPermission(input, permission), {
          objectType: 'provider',
          objectId: after.id,
          ...(reason !== undefined && { reason }),
          before: { state: before.state, publication: before.publication },
          after: { transition, actingAs: actingRole, state: after.state, publication: after.publication, reasonCode },
        });
        return reply(providerBody(after), { revision: after.revision });
      }),
    );
  },
);

/** As verification refuses to withdraw such a case (docs/domain/case.md 28). */
const decisionPending = {
  en: 'A case of the provider awaits its decision, so the provider cannot be closed. Wait for the decision, or ask an operator.',
  fr: 'Un dossier du prestataire attend sa décision : le prestataire ne peut pas être fermé. Attendez la décision ou adressez-vous à une équipe de la plateforme.',
};

const notYours = {
  en: 'Owners publish, unpublish and close. Operators with `operations.providers.manage` do the rest. Ask one of them.',
  fr: 'Les propriétaires publient, retirent et ferment. Les personnes qui ont l’autorisation `operations.providers.manage` font le reste. Adressez-vous à l’une d’elles.',
};

async function applyTransition(
  trx: Trx,
  provider: ProviderRow,
  transition: Transition,
  parts: Parts,
  at: Date,
): Promise<ProviderRow> {
  const position = positionAfter(transition, provider);
  if (!position) {
    const { state, publication } = provider;
    const detail = {
      en: `\`${transition}\` is not allowed while the provider is \`${state}\` and \`${publication}\`. Read it again.`,
      fr: `\`${transition}\` est impossible tant que le prestataire est dans les états \`${state}\` et \`${publication}\`. Relisez-le.`,
    };
    throw new Problem('invalid-transition', detail);
  }
  if (position.publication === 'published' && provider.publication !== 'published') {
    const problem = missingForPublication(provider, parts, {
      gate: await lockGate(trx),
      isHeld: await isStopped(trx, provider.id, at),
      ...(await countCurrentClaims(trx, provider.id, at)),
    });
    if (problem) throw problem;
  }
  return updateProvider(trx, provider, position, at);
}

type TransitionRecord = {
  id: string;
  providerId: string;
  transition: Transition;
  actingRole: ActingRole;
  actorId: string;
  reasonCode: MeasureReason | null;
  reason?: string | undefined;
  takerId?: string | null;
  at: Date;
};

const isRepeated = {
  en: 'You took an earlier measure here, which nobody else has reviewed as justified. Ask a colleague to review it, or to act now.',
  fr: 'Vous avez déjà pris ici une mesure que personne d’autre n’a jugée justifiée. Demandez à un collègue de l’examiner ou d’agir.',
};

async function recordTransition(
  trx: Trx,
  { providerId, actingRole, actorId, reasonCode, reason, takerId, ...same }: TransitionRecord,
): Promise<void> {
  const row = {
    ...same,
    provider_id: providerId,
    acting_as: actingRole,
    actor_id: actorId,
    reason_code: reasonCode,
    reason,
    ends_measure_of: takerId,
  };
  await insertTransition(trx, row).catch((error: unknown) => {
    const broken = brokenConstraint(error);
    if (broken === 'operator_is_no_representative') throw new Problem('separation-of-duties');
    if (broken === 'measure_not_repeated') throw conflict(isRepeated);
    throw error;
  });
}
