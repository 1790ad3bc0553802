import { caseRefusalReasons } from '@trust/contracts/events/verification';
import { z } from 'zod';

const types = [
  'case_opened',
  'case_in_review',
  'case_recommended',
  'case_awaiting_correction',
  'case_withdrawn',
  'case_expired',
  'case_correction_requested',
  'case_correction_withdrawn',
  'case_visit_requested',
  'case_visit_scheduled',
  'case_visit_accepted',
  'case_visit_ended',
  'evidence_submitted',
  'evidence_available',
  'evidence_rejected',
  'evidence_withdrawn',
  'evidence_lost',
  'evidence_refused',
  'decision_recorded',
  'case_closed',
  'appeal_submitted',
  'appeal_in_review',
  'appeal_upheld',
  'appeal_overturned',
  'appeal_partly_overturned',
  'appeal_inadmissible',
  'appeal_withdrawn',
  'claim_granted',
  'claim_refused',
  'claim_suspended',
  'claim_restored',
  'claim_revoked',
  'claim_superseded',
] as const;

export const VerificationTimelineEntry = z
  .object({
    id: z.uuid(),
    occurredAt: z.iso.datetime(),
    group: z.enum(['case', 'evidence', 'decision', 'claim']),
    type: z.enum(types),
    caseId: z.uuid(),
    categoryKey: z.string(),
    requirementKey: z.string().nullable(),
    claimType: z.string().nullable(),
    status: z.string(),
    reason: z.enum(caseRefusalReasons).nullable(),
    text: z.string(),
  })
  .meta({ id: 'VerificationTimelineEntry' });
