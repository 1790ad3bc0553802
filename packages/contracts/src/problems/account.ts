import type { ProblemKind } from './kind.ts';

export const accountProblems = {
  'sole-owner': {
    status: 409,
    retry: 'changed',
    title: { en: 'Sole owner of a provider', fr: 'Unique propriétaire d’un prestataire' },
    when: {
      en: 'You are the only owner of a provider that is not closed.',
      fr: 'Vous êtes l’unique propriétaire d’un prestataire qui n’est pas fermé.',
    },
    remedy: {
      en: 'Close the provider, or invite another owner if it is an organisation. Then repeat the request.',
      fr: 'Fermez le prestataire ou, si c’est une organisation, invitez un autre propriétaire. Puis renvoyez la requête.',
    },
    field: 'providers.01920000-0000-7000-8000-000000000000',
    codes: {
      only_owner: {
        en: 'You are the only owner of this provider. Close it, or invite another owner if it is an organisation.',
        fr: 'Vous êtes l’unique propriétaire de ce prestataire. Fermez-le ou, si c’est une organisation, invitez un autre propriétaire.',
      },
    },
  },
  'last-contact-point': {
    status: 409,
    retry: 'changed',
    title: { en: 'Last contact point', fr: 'Dernier moyen de contact' },
    when: {
      en: 'This is the only contact point that can sign in to the account.',
      fr: 'C’est le seul moyen de contact qui permet de se connecter au compte.',
    },
    remedy: {
      en: 'Add and verify another one first, or erase the account with `DELETE /account`.',
      fr: 'Ajoutez-en et vérifiez-en d’abord un autre, ou effacez le compte avec `DELETE /account`.',
    },
  },
  'legal-hold': {
    status: 409,
    retry: 'changed',
    title: { en: 'Legal hold', fr: 'Obligation de conservation' },
    when: {
      en: 'The law requires us to keep the data of this account for now.',
      fr: 'La loi nous oblige à conserver les données de ce compte pour le moment.',
    },
    remedy: {
      en: 'Contact support for the reason and the end date. The account can be erased once the hold is lifted.',
      fr: 'Contactez l’assistance pour en connaître le motif et le terme. Le compte pourra être effacé à la levée de cette obligation.',
    },
  },
} as const satisfies Record<string, ProblemKind>;
