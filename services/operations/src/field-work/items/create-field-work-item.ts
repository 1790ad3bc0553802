import { addWorkingTime } from '@trust/business-calendar/calendar';
import { requireFreshSignIn } from '@trust/service-kit/actors/step-up';
import { once } from '@trust/service-kit/http/idempotency';
import { reply } from '@trust/service-kit/http/reply';
import { conflict, invalid, notFound, Problem } from '@trust/service-kit/problems/problem';
import { audit, route, type Trx } from '../../app.ts';
import { undecidedStates } from '../../from-other-services/cases/open-states.ts';
import { assertNotOwnProvider } from '../../from-other-services/representatives/assert-not-own-provider.ts';
import { findFieldVisitKeys } from '../../from-other-services/requirement-versions/queries.ts';
import { announceAssignment, announcePlanned } from '../announce.ts';
import { assertNotFrozen } from '../assert-not-frozen.ts';
import { mapAssigneeErrors } from '../assignee.ts';
import { fieldWorkMs } from '../clock.ts';
import { assertPublicSafe } from '../public-safe.ts';
import { findCase, insertInstructions, insertItem } from '../queries.ts';
import { scopeOf } from '../scope.ts';
import { FieldWorkCreate, FieldWorkItem } from './schema.ts';
import { itemBody } from './views.ts';

export const createFieldWorkItem = route(
  {
    method: 'post',
    path: '/operations/field-work-items',
    summary: 'Create a field work item',
    description:
      'For a requirement of an open case, due within 10 business days. The requirement allows the method `field_visit`; another one is 400 `field_visit_not_allowed`. The item is a visit of the case, of the current subject of the requirement, and its accepted results count like those of a visit that a reviewer requested. A visit that a reviewer requests creates its own item, or takes over the open item of the same requirement. The agent reads `instructions`, and not the reason. While an emergency action freezes the case: 409. Assigning somebody else needs a sign-in within five minutes.',
    access: 'operations.field-work.manage',
    stepUp: 'some',
    limit: 'privileged-operation',
    body: FieldWorkCreate,
    responds: { status: 201, body: FieldWorkItem, location: '/operations/field-work-items/{id}' },
    problems: ['not-found', 'state-conflict', 'separation-of-duties'],
  },
  async (input, { db, now, newId, calendar }) => {
    const { caseId, requirementKey, assigneeId = null, instructions: text, reason } = input.body;
    const scope = scopeOf(input.actor);
    assertPublicSafe('instructions', text);
    const at = now();
    if (assigneeId !== null && assigneeId !== input.actor.userId) requireFreshSignIn(input.actor, at);
    return db.transact((trx) =>
      once(trx, input.idempotency, async () => {
        const found = await findCase(trx, caseId);
        if (!found) throw notFound();
        await assertNotOwnProvider(trx, input.actor, { providerId: found.provider_id, at });
        await assertNotFrozen(trx, caseId, at);
        if (!found.requirement_keys.includes(requirementKey)) throw invalid('requirementKey', 'unknown_requirement');
        if (!undecidedStates.some((state) => state === found.state)) throw caseHasEnded(found.state);
        await assertVisitAllowed(trx, found.requirement_version_id, requirementKey);
        const item = await mapAssigneeErrors(() =>
          insertItem(trx, {
            id: newId(),
            case_id: caseId,
            provider_id: found.provider_id,
            category_key: found.category_key,
            requirement_version_id: found.requirement_version_id,
            requirement_key: requirementKey,
            field_visit_id: newId(),
            assignee_id: assigneeId,
            opened_by: scope.userId,
            opened_at: at,
            due_at: addWorkingTime(calendar, at, fieldWorkMs),
          }),
        );
        if (!item) throw itemIsOpen();
        if (text !== undefined) await insertInstructions(trx, { id: item.id, text, by: scope.userId, at });
        await announcePlanned(trx, item, at);
        await announceAssignment(trx, item, { at, by: scope.userId });
        await audit(trx, input, {
          objectType: 'field_work_item',
          objectId: item.id,
          reason,
          after: {
            state: item.state,
            caseId,
            requirementKey,
            fieldVisitId: item.field_visit_id,
            assigneeId,
            hasInstructions: text !== undefined,
          },
        });
        return reply(await itemBody(trx, item.id, scope, at), { status: 201 });
      }),
    );
  },
);

async function assertVisitAllowed(trx: Trx, requirementVersionId: string, requirementKey: string): Promise<void> {
  const field = 'requirementKey';
  const keys = await findFieldVisitKeys(trx, requirementVersionId);
  if (keys === null)
    throw new Problem('state-conflict', undefined, { errors: [{ field, code: 'not_yet_known' }], retryAfter: 1 });
  if (!keys.includes(requirementKey)) throw invalid(field, 'field_visit_not_allowed');
}

function caseHasEnded(state: string) {
  return conflict({
    en: `The case is \`${state}\`. Only an open case takes field work.`,
    fr: `Le dossier est dans l’état \`${state}\`. Seul un dossier ouvert accepte une visite.`,
  });
}

function itemIsOpen() {
  return conflict({
    en: 'The requirement has an open work item. Use it, or cancel it first.',
    fr: 'Cette exigence a déjà une visite en cours. Utilisez-la ou annulez-la d’abord.',
  });
}
