import type { ProblemKind } from './kind.ts';

/** What is wrong on the platform's side. */
export const platformProblems = {
  internal: {
    status: 500,
    retry: 'same',
    title: { en: 'Something went wrong on our side', fr: 'Une erreur est survenue de notre côté' },
    when: { en: 'This is a defect of the platform.', fr: 'Il s’agit d’un défaut de la plateforme.' },
    remedy: {
      en: 'Try once more; if it stays, tell us the `requestId`.',
      fr: 'Réessayez une fois ; si le problème persiste, indiquez-nous le `requestId`.',
    },
  },
  unavailable: {
    status: 503,
    retry: 'later',
    title: { en: 'Not available at the moment', fr: 'Indisponible pour le moment' },
    when: {
      en: 'A part of the platform is away or overloaded.',
      fr: 'Une partie de la plateforme est absente ou surchargée.',
    },
    remedy: {
      en: 'Send the same request again after as many seconds as `Retry-After` says.',
      fr: 'Renvoyez la même requête après le nombre de secondes indiqué par `Retry-After`.',
    },
  },
} as const satisfies Record<string, ProblemKind>;
