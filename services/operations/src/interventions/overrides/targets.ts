import { conflict, invalid, notFound, Problem } from '@trust/service-kit/problems/problem';
import type { z } from 'zod';
import type { Trx } from '../../app.ts';
import { gateStateAfter } from './publication-gate.ts';
import { findCaseTarget, findClaimTarget, findGate } from './queries.ts';
import type { OverrideCreate } from './schema.ts';

type Body = z.output<typeof OverrideCreate>;
type Wanted = { action: string; target_id: string | null; provider_id: string | null; days: number | null };

const actionOf = {
  'deadline-extension': 'extend',
  'case-reassignment-block': 'block',
  'claim-suspension-lift': 'lift',
} as const;

/** Checks the fields of the kind and the present state of its target. */
export async function wantedBy(trx: Trx, body: Body, now: Date): Promise<Wanted> {
  const { kind, action, targetId, days } = body;
  if (kind === 'publication-gate') {
    if (targetId !== undefined) throw invalid('targetId', 'unknown_field');
    if (days !== undefined) throw invalid('days', 'unknown_field');
    if (action === undefined) throw invalid('action', 'required');
    if (action !== 'open' && action !== 'close') throw invalid('action', 'invalid_value');
    await assertGateDiffers(trx, action);
    return { action, target_id: null, provider_id: null, days: null };
  }
  if (action !== undefined && action !== actionOf[kind]) throw invalid('action', 'invalid_value');
  if (targetId === undefined) throw invalid('targetId', 'required');
  const lasts = kind !== 'claim-suspension-lift';
  if (lasts && days === undefined) throw invalid('days', 'required');
  if (!lasts && days !== undefined) throw invalid('days', 'unknown_field');
  const providerId = lasts ? await caseProvider(trx, kind, targetId, now) : await claimProvider(trx, targetId);
  return { action: actionOf[kind], target_id: targetId, provider_id: providerId, days: days ?? null };
}

async function assertGateDiffers(trx: Trx, action: 'open' | 'close'): Promise<void> {
  if ((await findGate(trx)) !== gateStateAfter(action)) return;
  throw conflict({
    en: `The publication gate is already \`${gateStateAfter(action)}\`. No override is needed.`,
    fr: `La publication est déjà dans l’état \`${gateStateAfter(action)}\`. Aucune dérogation n’est nécessaire.`,
  });
}

async function caseProvider(trx: Trx, kind: Body['kind'], id: string, now: Date): Promise<string> {
  const found = await findCaseTarget(trx, id);
  if (!found) throw notFound();
  const { state, correction_due_at: dueAt } = found;
  const isLapsed = state === 'awaiting_correction' && dueAt !== null && dueAt <= now;
  if (kind === 'deadline-extension' && (state !== 'awaiting_correction' || isLapsed))
    throw conflict({
      en: 'The case awaits no correction, so it has no deadline to extend.',
      fr: 'Ce dossier n’attend aucune correction : il n’a pas de délai à prolonger.',
    });
  if (
    !isLapsed &&
    ['awaiting_evidence', 'in_review', 'recommended', 'awaiting_correction', 'under_appeal'].includes(state)
  )
    return found.provider_id;
  throw conflict({
    en: 'The case has ended. Nobody works on it any more.',
    fr: 'Ce dossier est terminé. Personne ne le traite plus.',
  });
}

async function claimProvider(trx: Trx, id: string): Promise<string> {
  const claim = await findClaimTarget(trx, id);
  if (!claim) throw notFound();
  if (claim.state === 'suspended' && claim.has_subject_ended)
    throw new Problem('state-conflict', undefined, { errors: [{ field: 'targetId', code: 'subject_ended' }] });
  if (claim.state === 'suspended') return claim.provider_id;
  throw conflict({
    en: `The claim is \`${claim.state}\`. Only a suspended claim has a suspension to lift.`,
    fr: `L’attestation est dans l’état \`${claim.state}\`. Seule une suspension peut être levée.`,
  });
}
