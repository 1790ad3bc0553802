import type { Selectable } from 'kysely';
import type { FieldVisit } from '../../db/schema.ts';
import type { Case } from '../record/queries.ts';

export function visitPayload(found: Case, { id, requirement_key }: Selectable<FieldVisit>, at: Date) {
  return {
    fieldVisitId: id,
    caseId: found.id,
    providerId: found.provider_id,
    categoryKey: found.category_key,
    requirementVersionId: found.requirement_version_id,
    requirementKey: requirement_key,
    occurredAt: at.toISOString(),
  };
}
