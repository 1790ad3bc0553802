import type { ProblemKind } from './kind.ts';

/** What does not fit the state that things are in. */
export const stateProblems = {
  'invalid-transition': {
    status: 400,
    retry: 'changed',
    title: { en: 'That transition is not possible', fr: 'Cette transition est impossible' },
    when: {
      en: 'The thing is in a state that does not allow the transition asked for.',
      fr: 'L’état actuel ne permet pas la transition demandée.',
    },
    remedy: {
      en: 'Read it again, and ask for one that its state allows.',
      fr: 'Relisez-le et demandez une transition que cet état permet.',
    },
  },
  'state-conflict': {
    status: 409,
    retry: 'changed',
    title: { en: 'Not possible in the present state', fr: 'Impossible dans l’état actuel' },
    when: {
      en: 'Something else has happened in between, or the thing has ended.',
      fr: 'Autre chose s’est produit entre-temps ou l’élément a pris fin.',
    },
    remedy: {
      en: 'Read it again, and decide by what you see.',
      fr: 'Relisez-le et décidez d’après ce que vous voyez.',
    },
    field: 'requirements.licence',
    codes: {
      check_missing: {
        en: 'This requirement has no check yet. Record one first.',
        fr: 'Cette exigence n’a pas encore été contrôlée. Enregistrez d’abord un contrôle.',
      },
      check_failed: {
        en: 'The check of this requirement failed. Refuse the claim, or record a new check.',
        fr: 'Le contrôle de cette exigence a échoué. Refusez l’attestation ou enregistrez un nouveau contrôle.',
      },
      evidence_not_available: {
        en: 'The evidence cannot be read. Ask for a correction, or wait until it can.',
        fr: 'La pièce n’est pas lisible. Demandez une correction ou attendez qu’elle le soit.',
      },
      correction_overdue: {
        en: 'The correction window of the case has ended. Open a new case for the service.',
        fr: 'Le délai de correction du dossier est écoulé. Ouvrez un nouveau dossier pour ce service.',
      },
      not_yet_known: {
        en: 'The platform is still catching up with a recent change. Send the same request again after `Retry-After` seconds.',
        fr: 'La plateforme n’a pas encore pris en compte un changement récent. Renvoyez la même requête après `Retry-After` secondes.',
      },
      check_method_not_allowed: {
        en: 'The check used a method that the requirement does not allow. Refuse the claim, or record a new check.',
        fr: 'Le contrôle a employé une méthode que l’exigence ne permet pas. Refusez l’attestation ou enregistrez un nouveau contrôle.',
      },
      field_submission_missing: {
        en: 'A field visit needs an accepted field submission for this requirement, and there is none.',
        fr: 'Une visite sur place exige un compte rendu de visite accepté pour cette exigence, et il n’y en a pas.',
      },
      permission_missing: {
        en: 'The assignee does not hold the permission that this duty needs. Assign somebody who does.',
        fr: 'La personne désignée n’a pas l’autorisation que cette tâche exige. Désignez quelqu’un qui l’a.',
      },
      storage_full: {
        en: 'The documents of this provider take up all the room they may. Cancel uploads or withdraw evidence that is not needed.',
        fr: 'Les documents de ce prestataire occupent tout l’espace permis. Annulez des téléversements ou retirez les pièces inutiles.',
      },
      versions: {
        en: 'The requirement has had all the documents it can have. Ask for a new case.',
        fr: 'Cette exigence a reçu tous les documents possibles. Demandez un nouveau dossier.',
      },
    },
  },
  'edit-conflict': {
    status: 409,
    retry: 'changed',
    title: { en: 'Somebody changed it meanwhile', fr: 'Quelqu’un l’a modifié entre-temps' },
    when: { en: '`If-Match` names an older revision.', fr: '`If-Match` désigne une révision plus ancienne.' },
    remedy: {
      en: '`current` holds the present one: put your change on top of it and send it with the `ETag` of this answer.',
      fr: '`current` contient la révision actuelle : reportez-y votre modification et envoyez-la avec l’`ETag` de cette réponse.',
    },
  },
  'idempotency-conflict': {
    status: 409,
    retry: 'changed',
    title: { en: 'That idempotency key is taken', fr: 'Cette clé d’idempotence est prise' },
    when: {
      en: 'The same `Idempotency-Key` was used with another request, or the first one is still running.',
      fr: 'La même `Idempotency-Key` a servi pour une autre requête ou la première est encore en cours.',
    },
    remedy: {
      en: 'With `Retry-After`, send the same request again after so many seconds; without it, use a new key.',
      fr: 'Avec `Retry-After`, renvoyez la même requête après ce délai ; sinon, utilisez une nouvelle clé.',
    },
    field: 'Idempotency-Key',
    codes: {
      idempotency_key_reused: {
        en: 'This key was used with another request. Use a new one.',
        fr: 'Cette clé a servi pour une autre requête. Utilisez-en une nouvelle.',
      },
      idempotency_key_in_progress: {
        en: 'The first request with this key is still running. Send it again in a second.',
        fr: 'La première requête avec cette clé est encore en cours. Renvoyez-la dans une seconde.',
      },
    },
  },
  'publication-gate-closed': {
    status: 409,
    retry: 'changed',
    title: { en: 'Publication is closed', fr: 'La publication est fermée' },
    when: {
      en: 'The platform-wide publication gate has not been opened by an approved override.',
      fr: 'La publication n’a pas été ouverte sur la plateforme par une dérogation approuvée.',
    },
    remedy: {
      en: 'Nothing is wrong with the provider: publish once the gate is open.',
      fr: 'Le prestataire n’est pas en cause : publiez une fois la publication ouverte.',
    },
  },
  'provider-not-ready': {
    status: 409,
    retry: 'changed',
    title: { en: 'The provider is not ready', fr: 'Le prestataire n’est pas prêt' },
    when: {
      en: 'Something that has to come first is missing.',
      fr: 'Un préalable manque.',
    },
    remedy: { en: '`errors` names it: complete that first.', fr: '`errors` le nomme : complétez-le d’abord.' },
    field: 'claims',
    codes: {
      required: {
        en: 'This part of the provider is missing. Complete it first.',
        fr: 'Cette partie du prestataire manque. Complétez-la d’abord.',
      },
      no_current_claim: {
        en: 'No claim is current. Have a service verified first.',
        fr: 'Aucune attestation n’est en cours de validité. Faites d’abord vérifier un service.',
      },
    },
  },
  'sole-owner': {
    status: 409,
    retry: 'changed',
    title: { en: 'A provider would be left without an owner', fr: 'Un prestataire resterait sans propriétaire' },
    when: {
      en: 'You are the only owner of a provider that is not closed.',
      fr: 'Vous êtes l’unique propriétaire d’un prestataire qui n’est pas fermé.',
    },
    remedy: {
      en: 'Close it, or make somebody else its owner. Then repeat the request.',
      fr: 'Fermez-le ou désignez un autre propriétaire, puis répétez la requête.',
    },
    field: 'providers.01920000-0000-7000-8000-000000000000',
    codes: {
      only_owner: {
        en: 'You are the only owner of this provider. Close it, or make somebody else its owner.',
        fr: 'Vous êtes l’unique propriétaire de ce prestataire. Fermez-le ou désignez un autre propriétaire.',
      },
    },
  },
  'last-contact-point': {
    status: 409,
    retry: 'changed',
    title: { en: 'One way to sign in has to stay', fr: 'Un moyen de se connecter doit rester' },
    when: {
      en: 'Without this contact point nobody could sign in to the account any more.',
      fr: 'Sans ce moyen de contact, plus personne ne pourrait se connecter à ce compte.',
    },
    remedy: {
      en: 'Add and verify another one first, or erase the account with `DELETE /account`.',
      fr: 'Ajoutez-en et vérifiez-en d’abord un autre, ou effacez le compte avec `DELETE /account`.',
    },
  },
  'legal-hold': {
    status: 409,
    retry: 'changed',
    title: { en: 'The data must be kept for now', fr: 'Les données doivent être conservées pour l’instant' },
    when: {
      en: 'The law obliges us to keep the data of this account for the time being.',
      fr: 'La loi nous oblige à conserver les données de ce compte pour le moment.',
    },
    remedy: {
      en: 'Ask us until when and why. The account can be erased as soon as the hold is lifted.',
      fr: 'Demandez-nous jusqu’à quand et pourquoi. Le compte pourra être effacé dès la levée de cette obligation.',
    },
  },
} as const satisfies Record<string, ProblemKind>;
