import type { ProblemKind } from './kind.ts';

export const platformProblems = {
  internal: {
    status: 500,
    retry: 'same',
    title: { en: 'Internal error', fr: 'Erreur interne' },
    when: {
      en: 'An unexpected error occurred on the platform.',
      fr: 'Une erreur inattendue s’est produite sur la plateforme.',
    },
    remedy: {
      en: 'Retry the request. If it fails again, contact support and quote the `requestId`.',
      fr: 'Réessayez. Si l’erreur persiste, contactez l’assistance en indiquant le `requestId`.',
    },
  },
  unavailable: {
    status: 503,
    retry: 'later',
    title: { en: 'Service unavailable', fr: 'Service indisponible' },
    when: {
      en: 'A backend service is unavailable or overloaded.',
      fr: 'Un service de la plateforme est indisponible ou surchargé.',
    },
    remedy: {
      en: 'Retry the same request after the time in `Retry-After`.',
      fr: 'Renvoyez la même requête après le délai indiqué dans `Retry-After`.',
    },
  },
} as const satisfies Record<string, ProblemKind>;
