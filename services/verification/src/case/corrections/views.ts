import { type CorrectionReason, correctionReasons } from '@trust/contracts/reasons/correction-reasons';
import type { z } from 'zod';
import type { CorrectionWithItems } from './queries.ts';
import type { CorrectionRequest, RequirementCorrection } from './schema.ts';
import { correctionStateAt } from './transitions.ts';

export function toCorrectionRequest(row: CorrectionWithItems, now: Date): z.input<typeof CorrectionRequest> {
  const state = correctionStateAt(row, now);
  const endedAt = state === 'expired' ? row.due_at : row.ended_at;
  return {
    id: row.id,
    state,
    duty: row.duty === 'decide' ? 'decide' : 'review',
    reason: row.reason,
    requestedAt: row.requested_at.toISOString(),
    dueAt: row.due_at.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    requirements: row.items.map((item) => ({
      requirementKey: item.requirement_key,
      evidenceVersionId: item.evidence_version_id,
      reasonCodes: item.reason_codes as CorrectionReason[],
      final: item.is_final,
      text: item.text,
    })),
  };
}

/** The open mark of the requirement. A final mark stays until its request is withdrawn. */
export function toRequirementCorrection(
  requests: readonly CorrectionWithItems[],
  requirementKey: string,
  now: Date,
): z.input<typeof RequirementCorrection> | null {
  const marks = requests.flatMap((request) =>
    request.items
      .filter((item) => item.requirement_key === requirementKey)
      .filter(({ is_final }) => {
        const state = correctionStateAt(request, now);
        return state === 'open' || (is_final && state !== 'withdrawn');
      })
      .map((item) => ({ item, request })),
  );
  const last = marks.at(-1);
  if (!last) return null;
  const { item, request } = last;
  return {
    final: item.is_final,
    reasons: (item.reason_codes as CorrectionReason[]).map((code) => ({ code, text: correctionReasons[code].text })),
    text: item.text,
    requestedAt: request.requested_at.toISOString(),
    dueAt: item.is_final ? null : request.due_at.toISOString(),
  };
}

/** Requirements with a final mark: only a failed check fits them. */
export function finalRequirements(requests: readonly CorrectionWithItems[]): Set<string> {
  const counted = requests.filter(({ state }) => state !== 'withdrawn');
  return new Set(
    counted.flatMap(({ items }) => items.filter(({ is_final }) => is_final).map((item) => item.requirement_key)),
  );
}
