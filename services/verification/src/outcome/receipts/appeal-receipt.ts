import { type AppealGround, appealGrounds } from '@trust/contracts/reasons/appeal-grounds';
import { decisionReasonText } from '@trust/contracts/reasons/decision-reasons';
import type { LocalisedText } from '@trust/contracts/values/localised-text';
import type { Language, Text } from '@trust/contracts/values/text';
import type { z } from 'zod';
import type { Db } from '../../app.ts';
import { requirementsOf } from '../../case/record/requirements.ts';
import type { AppealState } from '../../db/schema.ts';
import { type AppealDecisionRow, type AppealRow, findAppealDecision } from '../appeals/queries.ts';
import { documentsReadBy } from './documents-read-by.ts';
import type { AppealReceipt } from './schema.ts';

const nextSteps: Record<AppealState, Text> = {
  submitted: {
    en: 'Somebody who took no part in the decision will examine the appeal. Until then, the decision revokes nothing. Your claims show which of them stay suspended.',
    fr: 'Une personne étrangère à la décision examinera le recours. D’ici là, la décision ne révoque rien. Vos attestations indiquent celles qui restent suspendues.',
  },
  in_review: {
    en: 'Somebody who took no part in the decision examines the appeal. Until then, the decision revokes nothing. Your claims show which of them stay suspended.',
    fr: 'Une personne étrangère à la décision examine le recours. D’ici là, la décision ne révoque rien. Vos attestations indiquent celles qui restent suspendues.',
  },
  upheld: {
    en: 'The decision stays in force and is final. You can start a new verification from your workspace.',
    fr: 'La décision reste en vigueur et est définitive. Vous pouvez demander une nouvelle vérification depuis votre espace de travail.',
  },
  overturned: {
    en: 'A new decision replaces the earlier one. Its receipt lists what was granted.',
    fr: 'Une nouvelle décision remplace la précédente. Son récépissé indique ce qui a été accordé.',
  },
  partly_overturned: {
    en: 'A new decision replaces the earlier one. Its receipt lists what was granted and what was not.',
    fr: 'Une nouvelle décision remplace la précédente. Son récépissé indique ce qui a été accordé et ce qui ne l’a pas été.',
  },
  inadmissible: {
    en: 'The appeal could not be examined, so the decision stays in force and is final.',
    fr: 'Le recours n’était pas recevable : la décision reste en vigueur et est définitive.',
  },
  withdrawn: {
    en: 'You withdrew the appeal, so the decision stays in force and is final.',
    fr: 'Vous avez retiré le recours : la décision reste en vigueur et est définitive.',
  },
};

export async function appealReceipt(
  db: Db,
  appeal: AppealRow,
  language: Language,
): Promise<z.output<typeof AppealReceipt>> {
  const decided = await findAppealDecision(db, appeal.id);
  const evidence = appeal.evidence_case_id ? await requirementsOf(db, [appeal.evidence_case_id]) : [];
  return {
    appealId: appeal.id,
    caseId: appeal.case_id,
    decisionId: appeal.decision_id,
    state: appeal.state,
    submittedAt: appeal.submitted_at.toISOString(),
    grounds: appeal.grounds.map((code) => ({ code, text: appealGrounds[code as AppealGround][language] })),
    statement: appeal.statement,
    newEvidence: evidence.map(({ label, document_kind }) => ({
      label: label as LocalisedText,
      evidenceKind: document_kind,
    })),
    decidedAt: decided?.decided_at.toISOString() ?? null,
    reasons: (decided?.reason_codes ?? []).map((code) => ({ code, text: decisionReasonText(code)[language] })),
    documentsReadBy: await readingOf(db, appeal, decided),
    policyVersion: decided?.policy_version ?? null,
    newDecisionId: decided?.decision_id ?? null,
    instructions: nextSteps[appeal.state][language],
  };
}

function readingOf(db: Db, { decision_id: appealedId }: AppealRow, decided: AppealDecisionRow | undefined) {
  if (!decided || decided.outcome === 'inadmissible') return null;
  return documentsReadBy(db, decided.decision_id ?? appealedId, decided.not_read_reason);
}
