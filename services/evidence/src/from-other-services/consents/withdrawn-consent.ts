import { uploadPolicyKeys } from '@trust/contracts/policies';
import { conflict, type Problem } from '@trust/service-kit/problems/problem';
import { sql } from 'kysely';
import type { CaseState } from '../../db/schema.ts';

/** In the others a decision rests on the document, or nobody reads it. A review judges what claims rest on. */
const undecided: readonly CaseState[] = ['awaiting_evidence', 'in_review', 'awaiting_correction', 'recommended'];

/**
 * Of `evidence_version version` and its `item`. An earlier version of a policy that was not withdrawn is enough: they agreed
 * before they sent the document (promise P4).
 */
export const isConsentWithdrawn = sql<boolean>`exists (
  select from upload_consent consent join verification_case undecided on undecided.id = item.case_id
  where consent.person_id = version.uploaded_by and consent.policy_key = any(${uploadPolicyKeys}) and not consent.granted
    and undecided.state = any(${undecided}::case_state[]) and not undecided.is_review)`;

export function consentWithdrawn(): Problem {
  return conflict({
    en: 'Whoever sent this document withdrew their consent to its processing, so nobody opens it until they agree again. Request a correction with `consent_missing`.',
    fr: 'La personne qui a envoyé ce document a retiré son accord à son traitement\u00a0: personne ne l’ouvre avant un nouvel accord. Demandez une correction avec `consent_missing`.',
  });
}
