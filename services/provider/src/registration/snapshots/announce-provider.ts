import { claimSubjectSnapshot, SubjectEndReason } from '@trust/contracts/events/claims';
import {
  availabilitySnapshot,
  possibleDuplicateSnapshot,
  providerSnapshot,
  serviceSnapshot,
} from '@trust/contracts/events/provider';
import { representativeSnapshot } from '@trust/contracts/events/representatives';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { App, Trx } from '../../app.ts';
import { providerPayload } from '../../provider-record/lifecycle.ts';
import { findParts, lockProvider } from '../../provider-record/provider-row.ts';
import { availabilityAt } from '../availability/availability-at.ts';
import { otherOf } from '../duplicates/flag-duplicates.ts';
import { findPossibleDuplicates } from '../duplicates/possible-duplicates.ts';
import { announceMeasures } from '../measures/announce-measures.ts';
import { findAllAssignments, findAllSubjects, findSelections } from './queries.ts';

/** Invitations are older than their seven days, so none is announced. */
export async function announceProvider(trx: Trx, providerId: string, app: App): Promise<void> {
  const { now } = app;
  const provider = await lockProvider(trx, providerId);
  if (!provider) return;
  await emit(trx, providerSnapshot, providerPayload(provider, await findParts(trx, providerId)));
  for (const { id, user_id, role, ended_at } of await findAllAssignments(trx, providerId)) {
    const endedAt = ended_at?.toISOString() ?? null;
    await emit(trx, representativeSnapshot, { assignmentId: id, providerId, userId: user_id, role, endedAt });
  }
  for (const selection of await findSelections(trx, providerId)) {
    const { category_key: categoryKey, availability, next_available_at } = selection;
    await emit(trx, serviceSnapshot, {
      providerId,
      selectionId: selection.id,
      categoryKey,
      requirementVersionId: selection.requirement_version_id,
      state: selection.state,
    });
    if (!availability) continue;
    const current = availabilityAt(categoryKey, { state: availability, next_available_at }, now());
    await emit(trx, availabilitySnapshot, { providerId, ...current });
  }
  for (const one of await findAllSubjects(trx, providerId)) {
    const { id, about, provider_kind: providerKind, user_id: personId, named_at, ended_at } = one;
    const end = ended_at ? { endedAt: ended_at.toISOString(), endReason: SubjectEndReason.parse(one.end_reason) } : {};
    const payload = {
      ...{ subjectId: id, providerId, about },
      ...(providerKind && { providerKind }),
      ...(personId && { personId, isOnePerson: provider.kind === 'individual' }),
      ...(one.same_name_subject_id && { sameNameSubjectId: one.same_name_subject_id }),
    };
    const named = { ...payload, occurredAt: named_at.toISOString() };
    await emit(trx, claimSubjectSnapshot, { ...named, ...end });
  }
  for (const found of await findPossibleDuplicates(trx, app, providerId)) {
    const occurredAt = now().toISOString();
    await emit(trx, possibleDuplicateSnapshot, { providerId, ...otherOf(found), occurredAt });
  }
  await announceMeasures(trx, providerId);
}
