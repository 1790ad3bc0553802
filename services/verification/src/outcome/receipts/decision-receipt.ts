import { decisionReasonText } from '@trust/contracts/reasons/decision-reasons';
import type { LocalisedText } from '@trust/contracts/values/localised-text';
import type { Language, Text } from '@trust/contracts/values/text';
import type { z } from 'zod';
import type { Db } from '../../app.ts';
import { decisionStatus } from '../../case/record/decision-status.ts';
import { type DecisionRow, findReplacingDecision } from '../../case/record/decisions.ts';
import { inBothLanguages } from '../../case/record/limitations.ts';
import type { Case } from '../../case/record/queries.ts';
import { findFrenchLimitations } from '../../from-other-services/requirement-versions.ts';
import { isAppealable } from '../decisions/appeal-period.ts';
import { hasAppealGround } from '../decisions/queries.ts';
import { documentsReadBy } from './documents-read-by.ts';
import { findReceiptLines, findRequirementVersionNumber } from './queries.ts';
import type { DecisionReceipt } from './schema.ts';

type Reading = { language: Language; now: Date };

export async function decisionReceipt(
  db: Db,
  found: Case,
  decision: DecisionRow,
  { language, now }: Reading,
): Promise<z.output<typeof DecisionReceipt>> {
  const later = await findReplacingDecision(db, decision.id);
  const lines = await findReceiptLines(db, decision.id);
  const french = await findFrenchLimitations(db);
  return {
    decisionId: decision.id,
    caseId: found.id,
    categoryKey: found.category_key,
    outcome: decision.outcome,
    status: decisionStatus(found.state, later),
    laterDecisionId: later?.id ?? null,
    decidedAt: decision.decided_at.toISOString(),
    policyVersion: decision.policy_version,
    requirementVersion: await findRequirementVersionNumber(db, decision.requirement_version_id),
    reasons: reasonsOf(decision.reason_codes, language),
    documentsReadBy: await documentsReadBy(db, decision.id, decision.not_read_reason),
    claims: lines.map((line) => ({
      type: line.claim_type,
      label: line.label as LocalisedText,
      result: line.result,
      reasons: reasonsOf(line.reason_codes, language),
      evidenceKind: line.document_kind,
      method: line.method,
      limitations: inBothLanguages(line.claim_limitations ?? line.limitations, french),
      validUntil: line.valid_until?.toISOString() ?? null,
    })),
    appeal: appealOf(found, decision, {
      ...{ language, now, isReplaced: later !== undefined },
      hasAppealGround: await hasAppealGround(db, decision.id, now),
    }),
  };
}

const reasonsOf = (codes: readonly string[], language: Language) =>
  codes.map((code) => ({ code, text: decisionReasonText(code)[language] }));

const instructions = {
  open: {
    en: 'If you disagree, a representative who manages verification cases can appeal once before this date: say why, and add new evidence if you have some. Somebody who took no part in the decision examines the appeal.',
    fr: 'En cas de désaccord, un représentant chargé des dossiers de vérification peut former un recours, une seule fois, avant cette date : indiquez vos motifs et joignez de nouvelles pièces si vous en avez. Une personne étrangère à la décision examine le recours.',
  },
  pending: {
    en: 'An appeal against this decision is being examined.',
    fr: 'Un recours contre cette décision est en cours d’examen.',
  },
  noGround: {
    en: 'There is nothing to appeal: this decision granted each claim without a limitation of its own and for the whole time, or a later one judged it again. A limited claim that is no longer current is no ground.',
    fr: 'Il n’y a rien à contester : cette décision a accordé chaque attestation sans limite propre et pour toute sa durée, ou une décision plus récente l’a réexaminée. Une attestation limitée qui n’est plus en cours n’est pas un motif.',
  },
  ended: {
    en: 'This decision can no longer be appealed. You can start a new verification from your workspace.',
    fr: 'Cette décision n’est plus susceptible de recours. Vous pouvez demander une nouvelle vérification depuis votre espace de travail.',
  },
} satisfies Record<string, Text>;

function appealOf(
  found: Case,
  decision: DecisionRow,
  { language, ...at }: Reading & { isReplaced: boolean; hasAppealGround: boolean },
): z.output<typeof DecisionReceipt>['appeal'] {
  const isPossible = at.hasAppealGround && isAppealable(found, decision, at);
  const isPending = found.state === 'under_appeal' && !at.isReplaced;
  const key = isPossible ? 'open' : isPending ? 'pending' : at.hasAppealGround ? 'ended' : 'noGround';
  return {
    isPossible,
    endsAt: decision.appeal_ends_at?.toISOString() ?? null,
    instructions: instructions[key][language],
  };
}
