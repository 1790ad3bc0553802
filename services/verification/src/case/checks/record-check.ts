import { SubjectId } from '@trust/contracts/claim-about';
import { CheckMethod } from '@trust/contracts/events/catalog';
import { ProviderKind } from '@trust/contracts/events/provider';
import { EvidenceVersionId } from '@trust/contracts/fields';
import { multiLine, Reason } from '@trust/contracts/values/free-text';
import { conflict, invalid, Problem } from '@trust/service-kit/problems/problem';
import type { AnyInput } from '@trust/service-kit/request-info';
import { z } from 'zod';
import { type App, audit, type Trx } from '../../app.ts';
import { assertDocumentsNotFrozen } from '../../from-other-services/assert-not-frozen.ts';
import { findSubmittedElsewhere } from '../../from-other-services/evidence-versions.ts';
import { findClaimEvidence } from '../reading/claim-evidence.ts';
import { assertRead } from '../reading/unread.ts';
import { Limitations, limitationExamples } from '../record/limitations.ts';
import type { Case } from '../record/queries.ts';
import {
  type CaseRequirement,
  otherProviderKind,
  otherSubject,
  replacedEvidence,
  requirementsOf,
} from '../record/requirements.ts';
import { mapDutyErrors } from '../record/separation-of-duties.ts';
import { CheckResult } from '../views/check-schema.ts';
import { submissionsOf } from '../visits/queries.ts';
import { assertContentExplained, assertExplained, reasonsOf } from './explained.ts';
import { namesPersonWhenSent } from './person-when-sent.ts';
import { insertCheck } from './queries.ts';

export const NewCheck = z
  .strictObject({
    requirementKey: z
      .string()
      .min(1)
      .max(100)
      .meta({
        description: 'Key of the requirement that was checked.',
        examples: ['trade-qualification'],
      }),
    evidenceVersionId: EvidenceVersionId.describe(
      'The version that was checked: `evidence.evidenceVersionId` of the requirement, in a review also `claimEvidence.evidenceVersionId`: if that check fails, the claim is not granted on another document. If another version is current, the response is 409 and `allowed` names it.',
    ),
    subjectId: SubjectId.nullable().describe(
      'The name, person or premises that the document confirms: `claim.subjectId` of the requirement, which `GET /verification-cases/{caseId}/claim-subjects` shows. Null only with the result `failed`, which may also name the person responsible when the document was sent, and nobody who became it after that person.',
    ),
    providerKind: ProviderKind.nullable()
      .optional()
      .describe(
        'Of a claim about the business: whether the documents show one person, such as a sole trader, or an organisation. Required unless `subjectId` is null. If it is not the kind of the provider, the response is 409 and `allowed` names that kind. Not allowed for other claims.',
      ),
    method: CheckMethod.meta({
      description: 'Method of the check: one that the requirement version allows.',
      examples: ['document_review'],
    }),
    result: CheckResult.meta({ description: 'Result of the check.', examples: ['clear'] }),
    observations: multiLine(1, 4000)
      .optional()
      .meta({
        description: 'Observations of the reviewer, up to 4000 characters. Never public.',
        examples: ['Name, number and date agree with the register of the issuing school.'],
      }),
    limitations: Limitations.optional().meta({
      description:
        'What the check did not cover: up to 10 texts of up to 500 characters, without contact data, links and signs of a check. A claim that it supports has these limitations, which are public.',
      examples: limitationExamples,
    }),
    earlierDocumentReason: Reason.optional().meta({
      description:
        'Why a document that was sent before the earlier name, person or premises ended confirms the present one, 10 to 500 characters: required where `evidence.predatesSubject` is true, unless the result is `failed`. Not kept for other documents.',
      examples: ['The name had a typing error only; the certificate shows the corrected spelling.'],
    }),
    earlierSubjectReason: Reason.optional().meta({
      description:
        'Why the present name or person is confirmed after what ended before, 10 to 500 characters: required where `claim.hasEarlierSubject` is true, unless the result is `failed`. Not kept for other claims.',
      examples: ['The marriage certificate shows that both names are of the same person.'],
    }),
    sharedContentReason: Reason.optional().meta({
      description:
        'Why a document of which the same bytes were submitted for another provider confirms the claim of this one, 10 to 500 characters: required where `evidence.isSubmittedElsewhere` is true and the method is `document_review`, unless the result is `failed`. Not kept for other documents.',
      examples: ['The same person has two businesses; the certificate and both registers name them.'],
    }),
    reason: Reason.meta({
      description: 'Why, for the audit log: 10 to 500 characters.',
      examples: ['The number is in the register, under the same name.'],
    }),
  })
  .meta({ id: 'CheckCreate' });

type CheckInput = AnyInput & { actor: { userId: string }; body: z.output<typeof NewCheck> };

/** Records a check of the current evidence of a requirement. The caller has locked the case for its assignee. */
export async function recordCheck(trx: Trx, app: App, found: Case, input: CheckInput) {
  const { actor, body } = input;
  const now = app.now();
  const requirement = (await requirementsOf(trx, [found.id])).find(({ key }) => key === body.requirementKey);
  if (!requirement) throw invalid('requirementKey', 'unknown_requirement');
  if (!requirement.methods.includes(body.method)) {
    const error = { field: 'method', code: 'method_not_allowed', allowed: requirement.methods } as const;
    throw new Problem('invalid-request', undefined, { errors: [error] });
  }
  const ofClaims = found.kind === 'review' ? await findClaimEvidence(trx, found.id) : [];
  const isOfClaim = ofClaims.some(
    ({ requirementKey, evidenceVersionId }) =>
      requirementKey === requirement.key && evidenceVersionId === body.evidenceVersionId,
  );
  const evidenceVersionId = isOfClaim ? body.evidenceVersionId : requirement.evidence_version_id;
  if (!evidenceVersionId)
    throw conflict({
      en: 'There is no evidence to check. Wait for evidence or request a correction.',
      fr: 'Il n’y a pas de pièce à contrôler. Attendez une pièce ou demandez une correction.',
    });
  await assertDocumentsNotFrozen(trx, { caseId: found.id, evidenceVersionId }, now);

  const providerKind = providerKindOf(body, requirement);
  const { subjectId } = body;
  const isSender =
    body.result === 'failed' &&
    subjectId !== null &&
    requirement.claim_about === 'person' &&
    (await namesPersonWhenSent(trx, { evidenceVersionId, providerId: found.provider_id, subjectId }));
  const needsSubject = !isSender && (body.result !== 'failed' || subjectId !== null);
  const errors = [
    ...(isOfClaim ? [] : replacedEvidence('evidenceVersionId', body.evidenceVersionId, requirement)),
    ...(needsSubject ? otherSubject('subjectId', subjectId, requirement) : []),
    ...(providerKind ? otherProviderKind('providerKind', providerKind, requirement) : []),
  ];
  if (errors.length > 0) throw new Problem('state-conflict', undefined, { errors });
  const reasons = reasonsOf(body, requirement);
  const explained = {
    result: body.result,
    earlier_document_reason: reasons.earlierDocumentReason ?? null,
    earlier_subject_reason: reasons.earlierSubjectReason ?? null,
  };
  assertExplained([{ check: explained, requirement }]);
  const isShared = (await findSubmittedElsewhere(trx, [evidenceVersionId])).has(evidenceVersionId);
  const sharedContentReason = isShared ? body.sharedContentReason : undefined;
  const ofContent = { method: body.method, shared_content_reason: sharedContentReason ?? null };
  await assertContentExplained(trx, [
    { check: { ...explained, ...ofContent, evidence_version_id: evidenceVersionId } },
  ]);
  const read = { field: 'evidenceVersionId', evidenceVersionId };
  const reader = { caseId: found.id, userId: actor.userId };
  if (body.method === 'document_review') await assertRead(trx, reader, [read], now);
  const fieldSubmissionId =
    body.method === 'field_visit' ? await fieldSubmissionFor(trx, found.id, body, requirement) : null;

  const check = await mapDutyErrors(() =>
    insertCheck(trx, {
      id: app.newId(),
      case_id: found.id,
      requirement_key: requirement.key,
      evidence_version_id: evidenceVersionId,
      subject_id: subjectId,
      provider_kind: providerKind,
      requirement_version_id: found.requirement_version_id,
      ...ofContent,
      field_submission_id: fieldSubmissionId,
      ...explained,
      observations: body.observations ?? null,
      limitations: body.limitations ?? [],
      reason: body.reason,
      checked_by: actor.userId,
      checked_at: now,
    }),
  );
  await audit(trx, input, {
    objectType: 'verification_case',
    objectId: found.id,
    reason: body.reason,
    after: {
      checkId: check.id,
      requirementKey: requirement.key,
      method: body.method,
      result: body.result,
      subjectId,
      providerKind,
      ...reasons,
      ...(sharedContentReason !== undefined && { sharedContentReason }),
    },
  });
  return check;
}

/** Only a business can be one person or an organisation. */
function providerKindOf(
  { subjectId, providerKind = null }: CheckInput['body'],
  { claim_about }: Pick<CaseRequirement, 'claim_about'>,
) {
  const isOfBusiness = claim_about === 'business';
  if (!isOfBusiness && providerKind !== null) throw invalid('providerKind', 'not_allowed');
  if (isOfBusiness && subjectId !== null && providerKind === null) throw invalid('providerKind', 'required');
  return providerKind;
}

/** What was seen of one person, business or place says nothing of another (promise T1). */
async function fieldSubmissionFor(
  trx: Trx,
  caseId: string,
  { requirementKey, subjectId, result }: z.output<typeof NewCheck>,
  { claim_about }: Pick<CaseRequirement, 'claim_about'>,
): Promise<string | null> {
  const submissions = await submissionsOf(trx, caseId, requirementKey);
  const cited = submissions.find(({ subject_id }) => subjectId === null || subject_id === subjectId);
  // Who meets an agent at another place has not shown these premises (docs/domain/field-work.md 36).
  const needsPlace = claim_about === 'premises' && result !== 'failed';
  if (cited && needsPlace && !cited.is_place_confirmed)
    throw new Problem('state-conflict', undefined, { errors: [{ field: 'method', code: 'place_not_confirmed' }] });
  if (cited) return cited.id;
  // Whoever opens no door, or has removed the premises, must not keep the case open for ever (docs/domain/review-and-duties.md 34).
  if (result === 'failed' && submissions.length === 0) return null;
  const code = submissions.length === 0 ? 'field_submission_missing' : 'other_subject_visited';
  throw new Problem('state-conflict', undefined, { errors: [{ field: 'method', code }] });
}
