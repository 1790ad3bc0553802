import { Problem } from '@trust/service-kit/problems/problem';
import type { Trx } from '../../app.ts';
import type { CaseCheck } from '../../db/schema.ts';
import { findSubmittedElsewhere } from '../../from-other-services/evidence-versions.ts';
import type { CaseRequirement } from '../record/requirements.ts';

type Explained = Pick<CaseCheck, 'result' | 'earlier_document_reason' | 'earlier_subject_reason'>;
type Facts = Pick<CaseRequirement, 'is_of_earlier_subject' | 'has_earlier_subject'>;
type JudgedCheck = { field?: string; check: Explained; requirement: Facts };

/**
 * What happened before says nothing of the present name, person or premises, unless somebody says why (promise T1). Also of a check that
 * is older than the rule. Without `field` the error names the reason that is missing.
 */
export function assertExplained(judged: readonly JudgedCheck[]): void {
  const passed = judged.filter(({ check }) => check.result !== 'failed');
  const documents = passed.filter(
    ({ check, requirement }) => requirement.is_of_earlier_subject && check.earlier_document_reason === null,
  );
  if (documents.length > 0)
    throw new Problem('document-of-earlier-subject', undefined, {
      errors: documents.map(({ field = 'earlierDocumentReason' }) => ({ field, code: 'earlier_document' })),
    });
  const subjects = passed.filter(
    ({ check, requirement }) => requirement.has_earlier_subject && check.earlier_subject_reason === null,
  );
  if (subjects.length > 0)
    throw new Problem('check-not-explained', undefined, {
      errors: subjects.map(({ field = 'earlierSubjectReason' }) => ({ field, code: 'earlier_subject' })),
    });
}

type OfVersion = Pick<CaseCheck, 'result' | 'method' | 'evidence_version_id' | 'shared_content_reason'>;

/** One document behind two providers is sold, or is of one person: who reads it says which (promise T1). */
export async function assertContentExplained(
  trx: Trx,
  judged: readonly { field?: string; check: OfVersion }[],
): Promise<void> {
  const unexplained = judged.filter(
    ({ check }) =>
      check.result !== 'failed' && check.method === 'document_review' && check.shared_content_reason === null,
  );
  const shared = await findSubmittedElsewhere(
    trx,
    unexplained.map(({ check }) => check.evidence_version_id),
  );
  const errors = unexplained
    .filter(({ check }) => shared.has(check.evidence_version_id))
    .map(({ field = 'sharedContentReason' }) => ({ field, code: 'submitted_elsewhere' as const }));
  if (errors.length > 0) throw new Problem('check-not-explained', undefined, { errors });
}

type Given = { earlierDocumentReason?: string | undefined; earlierSubjectReason?: string | undefined };

/** A reason is kept only where the case asks for it. */
export function reasonsOf({ earlierDocumentReason, earlierSubjectReason }: Given, requirement: Facts) {
  return {
    ...(requirement.is_of_earlier_subject && earlierDocumentReason !== undefined && { earlierDocumentReason }),
    ...(requirement.has_earlier_subject && earlierSubjectReason !== undefined && { earlierSubjectReason }),
  };
}
