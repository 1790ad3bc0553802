import type { ProblemKind } from './kind.ts';

export const readinessProblems = {
  'provider-not-ready': {
    status: 409,
    retry: 'changed',
    title: { en: 'Provider not ready', fr: 'Prestataire incomplet' },
    when: { en: 'A prerequisite is missing.', fr: 'Un prérequis manque.' },
    remedy: {
      en: '`errors` lists what is missing. Complete it, then repeat the request.',
      fr: '`errors` indique ce qui manque. Complétez-le, puis renvoyez la requête.',
    },
    field: 'claims',
    codes: {
      required: {
        en: 'This part of the provider is missing. Complete it first.',
        fr: 'Cette partie du prestataire manque. Complétez-la d’abord.',
      },
      provider_not_active: {
        en: 'The provider is not active. Activate or reinstate it first.',
        fr: 'Le prestataire n’est pas actif. Activez-le ou rétablissez-le d’abord.',
      },
      service_not_selected: {
        en: 'The provider does not offer this service. Select the service first.',
        fr: 'Le prestataire ne propose pas ce service. Sélectionnez-le d’abord.',
      },
      service_outdated: {
        en: 'The service is bound to requirements that are no longer in force. Select the service again; this opens a case.',
        fr: 'Ce service est lié à des exigences qui ne sont plus en vigueur. Sélectionnez-le de nouveau : un dossier s’ouvre alors.',
      },
      claims_current: {
        en: 'Every claim of this service is current. Open a renewal when a claim expires soon.',
        fr: 'Toutes les attestations de ce service sont en cours de validité. Demandez un renouvellement à l’approche de leur expiration.',
      },
      renewal_too_early: {
        en: 'No claim of this service expires within 60 days. Open the renewal later.',
        fr: 'Aucune attestation de ce service n’expire dans les 60 jours. Demandez le renouvellement plus tard.',
      },
      no_renewable_claim: {
        en: 'This service has no claim that is current or expired within the last 90 days. Open an `initial` case.',
        fr: 'Ce service n’a aucune attestation en cours de validité ou expirée depuis moins de 90 jours. Ouvrez un dossier `initial`.',
      },
      no_decision: {
        en: 'This service has no decided case to review. Review it after a decision.',
        fr: 'Ce service n’a aucun dossier décidé à réexaminer. Réexaminez-le après une décision.',
      },
      attempt_too_early: {
        en: 'The last case ended without verification a short time ago, or its decision is not final. The workspace shows when the next one can begin.',
        fr: 'Le dernier dossier s’est récemment conclu sans vérification, ou sa décision n’est pas définitive. L’espace de travail indique quand le suivant peut commencer.',
      },
      no_current_claim: {
        en: 'The provider has no current claim. Have a service verified first.',
        fr: 'Le prestataire n’a aucune attestation en cours de validité. Faites d’abord vérifier un service.',
      },
      services_hidden: {
        en: 'The public sees none of your services, because claims are missing. `hidden` of each service in the workspace says which, and what shows it again.',
        fr: 'Le public ne voit aucun de vos services, car des attestations manquent. Dans l’espace de travail, `hidden` de chaque service indique lesquelles et ce qui le rend de nouveau visible.',
      },
    },
  },
  'claims-would-end': {
    status: 409,
    retry: 'changed',
    title: { en: 'Claims would end', fr: 'Des attestations prendraient fin' },
    when: {
      en: 'Current claims are about what this request ends.',
      fr: 'Des attestations en cours concernent ce à quoi cette requête met fin.',
    },
    remedy: {
      en: 'Nothing has changed. To end those claims, repeat the request and name all of `allowed` in `endsClaimIds`.',
      fr: 'Rien n’a changé. Pour mettre fin à ces attestations, renvoyez la requête en indiquant tous les éléments de `allowed` dans `endsClaimIds`.',
    },
    field: 'endsClaimIds',
    codes: {
      claims_not_named: {
        en: 'The request does not name every claim that it ends. `allowed` lists them.',
        fr: 'La requête n’indique pas toutes les attestations auxquelles elle met fin. `allowed` les énumère.',
      },
    },
  },
} as const satisfies Record<string, ProblemKind>;
