import { missingUploadConsents } from '@trust/contracts/policies';
import { maximumOf } from '@trust/contracts/values/constraint';
import { conflict, type FieldError, notFound, Problem } from '@trust/service-kit/problems/problem';
import { awaitsDocuments, isOverdue } from '../../from-other-services/cases/correction-window.ts';
import { notYetKnown } from '../../from-other-services/cases/not-yet-known.ts';
import type { IntentRow } from '../intents/queries.ts';
import { quotaAtOnce } from '../intents/quota-at-once.ts';
import type { UploadContext, UploadContract } from './queries.ts';

const maxOpenIntents = 100;

/** Throws unless a repeat of a `clientIntentKey` equals the intent in all but the label. */
export function assertSameContract(row: IntentRow, contract: UploadContract): void {
  const isSame =
    isSameDocument(row, contract) &&
    row.case_id === contract.caseId &&
    row.work_item_id === (contract.workItemId ?? null) &&
    row.replaces_intent_id === (contract.replacesIntentId ?? null);
  if (!isSame && row.purpose === 'field_work')
    throw new Problem('idempotency-conflict', undefined, {
      errors: [{ field: 'id', code: 'idempotency_key_reused' }],
    });
  if (!isSame)
    throw conflict(
      {
        en: 'This `clientIntentKey` was used for another document. Use a new key.',
        fr: 'Cette `clientIntentKey` a servi à un autre document. Utilisez une nouvelle clé.',
      },
      'intent-contract',
    );
}

function isSameDocument(row: IntentRow, contract: UploadContract): boolean {
  return (
    row.requirement_key === contract.requirementKey &&
    row.document_kind === contract.documentKind &&
    row.media_type === contract.mediaType &&
    row.size_bytes === contract.sizeBytes &&
    row.sha256.toString('hex') === contract.sha256
  );
}

/** The same document, for its case or, after that case ended, for another one (docs/domain/upload.md 34). */
export function assertReplaces(replaced: IntentRow | undefined, contract: UploadContract): void {
  if (!replaced) throw notFound();
  if (replaced.case_refusal === null)
    throw new Problem('upload-state', undefined, { errors: [{ field: 'replacesIntentId', code: 'not_refused' }] });
  const isSameCase = replaced.case_id === contract.caseId || replaced.case_refusal === 'case_ended';
  if (!isSameCase || !isSameDocument(replaced, contract))
    throw new Problem('intent-contract', undefined, {
      errors: [{ field: 'replacesIntentId', code: 'other_document' }],
    });
}

/** Throws unless the case waits for this document; returns the size limit of its requirement. */
export function assertRequested(context: UploadContext, contract: UploadContract, now: Date): number {
  if (!context.caseState) throw notFound();
  if (isOverdue(context, now))
    throw new Problem('state-conflict', undefined, { errors: [{ field: 'caseId', code: 'correction_overdue' }] });
  if (!awaitsDocuments(context.caseState)) {
    throw conflict({
      en: 'The case does not accept evidence now. Read the case for its next step.',
      fr: 'Le dossier n’accepte pas de pièce actuellement. Consultez-le pour connaître la suite.',
    });
  }
  const requirementKey = contract.requirementKey ?? '';
  if (!context.requirementKeys.includes(requirementKey))
    throw notAccepted({ field: 'requirementKey', code: 'not_asked', allowed: context.requirementKeys });
  if (context.awaitedKeys && !context.awaitedKeys.includes(requirementKey))
    throw new Problem('state-conflict', undefined, { errors: [{ field: 'requirementKey', code: 'not_awaited' }] });
  // The case's event may arrive before that of its requirement version.
  if (!context.documentKinds || !context.mediaTypes || !context.maxSizeBytes) throw notYetKnown('requirementKey');
  if (!context.documentKinds.includes(contract.documentKind))
    throw notAccepted({ field: 'documentKind', code: 'not_accepted', allowed: context.documentKinds });
  if (!context.mediaTypes.includes(contract.mediaType))
    throw notAccepted({ field: 'mediaType', code: 'not_accepted', allowed: context.mediaTypes });
  if (contract.sizeBytes > context.maxSizeBytes)
    throw notAccepted({ field: 'sizeBytes', code: 'too_big', ...maximumOf(context.maxSizeBytes) });
  return context.maxSizeBytes;
}

function notAccepted(error: FieldError): Problem {
  return new Problem('invalid-request', undefined, { errors: [error] });
}

/** Spec, upload flow. `Retry-After`: the event of a consent may arrive later than the request. */
export function assertConsent(granted: Readonly<Record<string, string>>): void {
  const missing = missingUploadConsents(granted);
  if (missing.length === 0) return;
  const errors = missing.map((field) => ({ field, code: 'consent_missing' as const }));
  throw new Problem('consent-required', undefined, { errors, retryAfter: 1 });
}

/** Promise U8. */
export function assertOpenIntentLimit(openIntents: number): void {
  if (openIntents < maxOpenIntents) return;
  const detail = {
    en: `The limit of ${maxOpenIntents} open upload intents is reached. Confirm or cancel some of them.`,
    fr: `La limite de ${maxOpenIntents} intentions de téléversement ouvertes est atteinte. Confirmez ou annulez certaines d’entre elles.`,
  };
  const { headers, retryAfter } = quotaAtOnce('open-intents', maxOpenIntents, 60);
  throw new Problem('rate-limited', detail, { retryAfter, headers, errors: [{ field: '', code: 'open_intents' }] });
}

/** Promise U8. */
export function assertQuota(bytes: number, quotaBytes: number): void {
  if (bytes <= quotaBytes) return;
  throw new Problem('state-conflict', undefined, { errors: [{ field: 'sizeBytes', code: 'storage_full' }] });
}
