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
      en: 'Close the provider, or add another owner to an organisation, then repeat the request. If you have just done so, repeat it after the time in `Retry-After`.',
      fr: 'Fermez le prestataire ou ajoutez un propriétaire à l’organisation, puis renvoyez la requête. Si vous venez de le faire, renvoyez-la après le délai indiqué dans `Retry-After`.',
    },
    field: 'providers.01920000-0000-7000-8000-000000000000',
    codes: {
      only_owner: {
        en: 'You are the only owner of this provider. Close it, or add another owner to an organisation. If you have just done so, repeat the request after the time in `Retry-After`.',
        fr: 'Vous êtes l’unique propriétaire de ce prestataire. Fermez-le ou ajoutez un propriétaire à l’organisation. Si vous venez de le faire, renvoyez la requête après le délai indiqué dans `Retry-After`.',
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
  'newer-contact-point': {
    status: 409,
    retry: 'later',
    title: { en: 'Newer contact point', fr: 'Moyen de contact plus récent' },
    when: {
      en: 'A newer contact point was added to the account less than 72 hours ago.',
      fr: 'Un moyen de contact plus récent a été ajouté au compte il y a moins de 72 heures.',
    },
    remedy: {
      en: 'Delete the newer one, or repeat the request after the time in `Retry-After`.',
      fr: 'Supprimez le plus récent, ou renvoyez la requête après le délai indiqué dans `Retry-After`.',
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
