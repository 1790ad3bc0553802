import { missingUploadConsents } from '@trust/contracts/policies';
import { conflict, type FieldError, invalid, notFound, Problem } from '@trust/service-kit/http/problem';
import { awaitsDocuments, isOverdue } from '../cases/correction-window.ts';
import { notYetKnown } from './not-yet-known.ts';
import type { Opening } from './opening.ts';
import type { IntentRow } from './queries.ts';
import type { UploadIntentCreate } from './schema.ts';

export const mostOpenIntents = 100;
export const mostVersions = 20;

/** A repeat under the same key has to be the same in everything but the label. */
export function assertSameContract(row: IntentRow, asked: UploadIntentCreate): void {
  if (
    !isSameDocument(row, asked) ||
    row.case_id !== asked.caseId ||
    row.replaces_intent_id !== (asked.replacesIntentId ?? null)
  )
    throw conflict(
      {
        en: 'This `clientIntentKey` belongs to another document. Use a new one.',
        fr: 'Cette `clientIntentKey` appartient à un autre document. Utilisez-en une nouvelle.',
      },
      'intent-contract',
    );
}

function isSameDocument(row: IntentRow, asked: UploadIntentCreate): boolean {
  return (
    row.requirement_key === asked.requirementKey &&
    row.document_kind === asked.documentKind &&
    row.media_type === asked.mediaType &&
    row.size_bytes === asked.sizeBytes &&
    row.sha256.toString('hex') === asked.sha256
  );
}

/** A replacement is of the same document, for the same case or, where that has ended, its successor (ADR 0046). */
export function assertReplaces(replaced: IntentRow | undefined, asked: UploadIntentCreate): void {
  if (!replaced) throw notFound();
  if (replaced.case_refusal === null)
    throw new Problem('upload-state', undefined, { errors: [{ field: 'replacesIntentId', code: 'not_refused' }] });
  const isSameCase = replaced.case_id === asked.caseId || replaced.case_refusal === 'case_ended';
  if (!isSameCase || !isSameDocument(replaced, asked))
    throw new Problem('intent-contract', undefined, {
      errors: [{ field: 'replacesIntentId', code: 'other_document' }],
    });
}

/** Whether a case waits for just this document; returns the size limit of its requirement. */
export function assertAsked(found: Opening, asked: UploadIntentCreate, now: Date): number {
  if (!found.caseState) throw notFound();
  if (isOverdue(found, now))
    throw new Problem('state-conflict', undefined, { errors: [{ field: 'caseId', code: 'correction_overdue' }] });
  if (!awaitsDocuments(found.caseState)) {
    throw conflict({
      en: 'The case does not wait for evidence. Read it to see what happens next.',
      fr: 'Le dossier n’attend pas de pièce. Consultez-le pour connaître la suite.',
    });
  }
  if (!found.requirementKeys.includes(asked.requirementKey)) throw invalid('requirementKey', 'not_asked');
  // Events of different aggregates may overtake each other.
  if (!found.documentKinds || !found.mediaTypes || !found.maxSizeBytes) throw notYetKnown('requirementKey');
  if (!found.documentKinds.includes(asked.documentKind))
    throw refused({ field: 'documentKind', code: 'not_accepted', allowed: found.documentKinds });
  if (!found.mediaTypes.includes(asked.mediaType))
    throw refused({ field: 'mediaType', code: 'not_accepted', allowed: found.mediaTypes });
  if (asked.sizeBytes > found.maxSizeBytes)
    throw refused({ field: 'sizeBytes', code: 'too_big', maximum: found.maxSizeBytes });
  return found.maxSizeBytes;
}

/** 400 that says for machines, too, what the requirement accepts. */
function refused(error: FieldError): Problem {
  return new Problem('invalid-request', undefined, { errors: [error] });
}

/** Consent is part of what is validated when an upload is requested (spec, upload flow). It may just be on its way. */
export function assertConsent(granted: Readonly<Record<string, string>>): void {
  const missing = missingUploadConsents(granted);
  if (missing.length === 0) return;
  const errors = missing.map((field) => ({ field, code: 'consent_missing' as const }));
  throw new Problem('consent-required', undefined, { errors, retryAfter: 1 });
}

/** What one provider can make us keep is bounded (promise U8). */
export function assertRoomForIntent(openIntents: number): void {
  if (openIntents < mostOpenIntents) return;
  const detail = {
    en: `There are ${mostOpenIntents} open uploads. Confirm or cancel some first.`,
    fr: `${mostOpenIntents} téléversements sont en cours. Confirmez-en ou annulez-en d’abord.`,
  };
  throw new Problem('rate-limited', detail, { retryAfter: 60, errors: [{ field: '', code: 'open_intents' }] });
}

export function assertRoomForBytes(bytes: number, quotaBytes: number): void {
  if (bytes <= quotaBytes) return;
  throw new Problem('state-conflict', undefined, { errors: [{ field: 'sizeBytes', code: 'storage_full' }] });
}

export function assertRoomForVersion(versions: number): void {
  if (versions < mostVersions) return;
  throw new Problem(
    'state-conflict',
    {
      en: `The requirement has had ${mostVersions} documents already, the most there can be. Ask for a new case.`,
      fr: `Cette exigence a déjà reçu ${mostVersions} documents, le maximum. Demandez un nouveau dossier.`,
    },
    {
      errors: [{ field: 'requirementKey', code: 'versions' }],
    },
  );
}
