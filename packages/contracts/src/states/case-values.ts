import { valueList } from '../values/value-list.ts';

export const CaseState = valueList('caseState', {
  awaiting_evidence: {
    en: 'Waiting for evidence',
    fr: 'En attente de pièces',
    means: { en: 'Waiting for evidence from the provider.', fr: 'Attend des pièces du prestataire.' },
  },
  in_review: { en: 'In review', fr: 'En cours d’examen', means: 'In review.' },
  recommended: {
    en: 'Recommended',
    fr: 'Recommandation émise',
    means: {
      en: 'An outcome is recommended; the decision is pending.',
      fr: 'Une issue est recommandée\u00a0; la décision reste à prendre.',
    },
  },
  awaiting_correction: {
    en: 'Waiting for a correction',
    fr: 'En attente de correction',
    means: { en: 'Waiting for a correction by the provider.', fr: 'Attend une correction du prestataire.' },
  },
  decided: {
    en: 'Decided',
    fr: 'Décidé',
    means: {
      en: 'Decided. Only an appeal can change the outcome.',
      fr: 'Décidé. Seul un recours peut modifier l’issue.',
    },
  },
  under_appeal: {
    en: 'Under appeal',
    fr: 'En recours',
    means: { en: 'An appeal is being reviewed.', fr: 'Un recours est en cours d’examen.' },
  },
  closed: {
    en: 'Closed',
    fr: 'Clos',
    means: { en: 'Closed after an appeal. Final.', fr: 'Clos après un recours. Définitif.' },
  },
  withdrawn: {
    en: 'Withdrawn',
    fr: 'Retiré',
    means: {
      en: 'Withdrawn by the provider or an operator. Final.',
      fr: 'Retiré par le prestataire ou par un opérateur. Définitif.',
    },
  },
  expired: {
    en: 'Expired',
    fr: 'Expiré',
    means: { en: 'The correction period has ended. Final.', fr: 'Le délai de correction est écoulé. Définitif.' },
  },
});

/** Why a case was opened (docs/domain/case.md 1). */
export const CaseKind = valueList('caseKind', {
  initial: {
    en: 'First verification',
    fr: 'Première vérification',
    means: {
      en: 'First verification of a service, or a new attempt.',
      fr: 'Première vérification d’un service, ou nouvelle tentative.',
    },
  },
  renewal: {
    en: 'Renewal',
    fr: 'Renouvellement',
    means: {
      en: 'Renews claims that expire soon, have expired or follow an older requirement version.',
      fr: 'Renouvelle des attestations qui expirent bientôt, ont expiré ou suivent une version antérieure des exigences.',
    },
  },
  review: {
    en: 'Review',
    fr: 'Réexamen',
    means: {
      en: 'Reviews an earlier decision. Opened by operators only.',
      fr: 'Réexamine une décision antérieure. Ouvert par les opérateurs uniquement.',
    },
  },
});

/** Different people hold the duties of a case (promise Z3). */
export const CaseDuty = valueList('caseDuty', {
  review: {
    en: 'Review',
    fr: 'Examen',
    means: { en: 'Check the evidence and recommend an outcome.', fr: 'Contrôler les pièces et recommander une issue.' },
  },
  decide: { en: 'Decision', fr: 'Décision', means: { en: 'Decide the case.', fr: 'Décider le dossier.' } },
  appeal: { en: 'Appeal', fr: 'Recours', means: { en: 'Review an appeal.', fr: 'Examiner un recours.' } },
});

export const CaseOutcome = valueList('caseOutcome', {
  verified: { en: 'Verified', fr: 'Vérifié', means: 'The case was verified.' },
  verified_with_limitations: {
    en: 'Verified with limitations',
    fr: 'Vérifié avec limites',
    means: {
      en: 'Verified, with the limitations in the claims.',
      fr: 'Vérifié, avec les limites que portent les attestations.',
    },
  },
  not_verified: { en: 'Not verified', fr: 'Non vérifié', means: 'Not verified.' },
  inconclusive: {
    en: 'Inconclusive',
    fr: 'Non concluant',
    means: { en: 'The evidence allows no conclusion.', fr: 'Les pièces ne permettent pas de conclure.' },
  },
});
