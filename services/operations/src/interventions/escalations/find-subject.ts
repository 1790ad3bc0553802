import { type ValueMeaning, valueList } from '@trust/contracts/values/value-list';
import type { z } from 'zod';
import type { Db } from '../../app.ts';
import type { WorkSubject } from '../../db/schema.ts';

export const EscalationSubject = valueList('escalationSubject', {
  verification_case: { en: 'Verification case', fr: 'Dossier de vérification', means: 'A verification case.' },
  provider: { en: 'Provider', fr: 'Prestataire', means: 'A provider.' },
  override: { en: 'Override', fr: 'Dérogation', means: 'An override request.' },
  incident: { en: 'Incident', fr: 'Incident', means: 'An incident.' },
  field_work_item: { en: 'Field work', fr: 'Visite de terrain', means: 'A field work item.' },
} satisfies Partial<Record<WorkSubject, ValueMeaning>>);
export type Subject = { type: z.output<typeof EscalationSubject>; id: string };

/** `reviewerId`: null if the subject belongs to no case or nobody reviews it. */
export type FoundSubject = { providerId: string | null; caseId: string | null; reviewerId: string | null };

export async function findSubject(db: Db, { type, id }: Subject): Promise<FoundSubject | undefined> {
  switch (type) {
    case 'verification_case': {
      const found = await db
        .selectFrom('triage_case')
        .select(['provider_id', 'reviewer_id'])
        .where('case_id', '=', id)
        .executeTakeFirst();
      return found && { providerId: found.provider_id, caseId: id, reviewerId: found.reviewer_id };
    }
    case 'provider': {
      const found = await db
        .selectFrom('provider_label')
        .select('provider_id')
        .where('provider_id', '=', id)
        .executeTakeFirst();
      return found && { ...ofNoCase, providerId: id };
    }
    case 'override':
      return (await db.selectFrom('override_request').select('id').where('id', '=', id).executeTakeFirst()) && ofNoCase;
    case 'incident': {
      const found = await db.selectFrom('incident').select('provider_id').where('id', '=', id).executeTakeFirst();
      return found && { ...ofNoCase, providerId: found.provider_id };
    }
    case 'field_work_item': {
      const found = await db
        .selectFrom('field_work_item')
        .leftJoin('triage_case as c', 'c.case_id', 'field_work_item.case_id')
        .select(['field_work_item.provider_id', 'field_work_item.case_id', 'c.reviewer_id'])
        .where('field_work_item.id', '=', id)
        .executeTakeFirst();
      return found && { providerId: found.provider_id, caseId: found.case_id, reviewerId: found.reviewer_id };
    }
  }
}

const ofNoCase: FoundSubject = { providerId: null, caseId: null, reviewerId: null };
