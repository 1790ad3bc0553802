import { appealCodes } from './appeal-codes.ts';
import type { ProblemKind } from './kind.ts';
import { subjectCodes } from './subject-codes.ts';

export const stateProblems = {
  'invalid-transition': {
    status: 400,
    retry: 'changed',
    title: { en: 'Transition not allowed', fr: 'Transition non autorisée' },
    when: {
      en: 'The current state does not allow this transition.',
      fr: 'L’état actuel ne permet pas cette transition.',
    },
    remedy: {
      en: 'Read the resource again and choose a transition that its state allows.',
      fr: 'Relisez la ressource et choisissez une transition que son état permet.',
    },
  },
  gone: {
    status: 410,
    retry: 'never',
    title: { en: 'No longer public', fr: 'Contenu retiré' },
    when: {
      en: 'The image was public and has been removed, or its provider is not public now.',
      fr: 'L’image a été publique et a été retirée, ou son prestataire n’est pas public actuellement.',
    },
    remedy: {
      en: 'Delete your copy. Read the public profile for its current images.',
      fr: 'Supprimez votre copie. Consultez le profil public pour ses images actuelles.',
    },
  },
  'state-conflict': {
    status: 409,
    retry: 'changed',
    title: { en: 'State conflict', fr: 'Conflit d’état' },
    when: {
      en: 'The resource has changed in the meantime, or it is in a final state.',
      fr: 'La ressource a changé entre-temps ou se trouve dans un état final.',
    },
    remedy: {
      en: 'Read the resource again, then decide how to continue.',
      fr: 'Relisez la ressource avant de décider de la suite.',
    },
    field: 'requirements.licence',
    codes: {
      check_missing: {
        en: 'This requirement has no check yet. Record a check first.',
        fr: 'Cette exigence n’a pas encore été contrôlée. Enregistrez d’abord un contrôle.',
      },
      check_failed: {
        en: 'The check of this requirement failed. Refuse the claim or record a new check.',
        fr: 'Le contrôle de cette exigence a échoué. Refusez l’attestation ou enregistrez un nouveau contrôle.',
      },
      refused_in_another_case: {
        en: 'Another case has refused a document for this claim since its check. Read `earlierRefusals`, then refuse it or have it checked again.',
        fr: 'Un autre dossier a refusé une pièce pour cette attestation depuis le contrôle. Lisez `earlierRefusals`, puis refusez-la ou faites-la recontrôler.',
      },
      evidence_changed: {
        en: 'The evidence has changed since you read the case. Read the current version, then judge it.',
        fr: 'La pièce a changé depuis votre lecture du dossier. Lisez la version actuelle avant de juger.',
      },
      ...subjectCodes,
      evidence_not_available: {
        en: 'The evidence is not available. Request a correction or wait until it is available.',
        fr: 'La pièce n’est pas disponible. Demandez une correction ou attendez qu’elle le soit.',
      },
      ...appealCodes,
      correction_overdue: {
        en: 'The correction period of the case has ended. Open a new case for the service.',
        fr: 'Le délai de correction du dossier est écoulé. Ouvrez un nouveau dossier pour ce service.',
      },
      case_open: {
        en: 'The service already has an open case, which `allowed` names. Continue with that case, or judge it.',
        fr: 'Ce service a déjà un dossier ouvert, que `allowed` indique. Poursuivez avec ce dossier ou examinez-le.',
      },
      appeal_open: {
        en: 'An appeal for this service is being reviewed. Wait until it has ended.',
        fr: 'Un recours pour ce service est en cours d’examen. Attendez qu’il soit terminé.',
      },
      not_yet_known: {
        en: 'A recent change is still being processed. Retry the same request after the time in `Retry-After`.',
        fr: 'Un changement récent est en cours de traitement. Renvoyez la même requête après le délai indiqué dans `Retry-After`.',
      },
      check_method_not_allowed: {
        en: 'The check used a method that the requirement does not allow. Refuse the claim or record a new check.',
        fr: 'Le contrôle a utilisé une méthode que l’exigence n’autorise pas. Refusez l’attestation ou enregistrez un nouveau contrôle.',
      },
      field_submission_missing: {
        en: 'This requirement has no accepted field submission. Request a field visit and wait for its submission.',
        fr: 'Cette exigence n’a pas de compte rendu de visite accepté. Demandez une visite sur place et attendez son compte rendu.',
      },
      other_subject_visited: {
        en: 'The last field visit was of another person, business or place than this claim is about. Request a visit of the current one.',
        fr: 'La dernière visite sur place concernait une autre personne, entreprise ou adresse que cette attestation. Demandez une visite de l’actuelle.',
      },
      place_not_confirmed: {
        en: 'The agent did not confirm that these premises were visited. Record a failed check, or request another visit.',
        fr: 'L’agent n’a pas confirmé avoir visité ces locaux. Enregistrez un contrôle qui échoue ou demandez une autre visite.',
      },
      not_awaited: {
        en: 'The correction does not ask for a document for this requirement. Read the case for what to correct.',
        fr: 'La correction ne demande pas de document pour cette exigence. Consultez le dossier pour savoir quoi corriger.',
      },
      marked_final: {
        en: 'This requirement is marked with a final reason. Record a failed check for it first.',
        fr: 'Cette exigence est marquée d’un motif définitif. Enregistrez d’abord un contrôle qui échoue.',
      },
      visit_open: {
        en: 'This requirement already has an open field visit. Wait for its submission or cancel it first.',
        fr: 'Cette exigence a déjà une visite en cours. Attendez son compte rendu ou annulez-la d’abord.',
      },
      workload_full: {
        en: 'The assignee has the maximum number of open cases. Finish or release one of them, or assign somebody else.',
        fr: 'La personne désignée a atteint le nombre maximal de dossiers ouverts. Terminez ou libérez l’un d’eux, ou désignez une autre personne.',
      },
      permission_missing: {
        en: 'The assignee does not have the permission that this duty requires. Assign someone who has it.',
        fr: 'La personne désignée n’a pas l’autorisation requise pour cette tâche. Désignez une personne qui en dispose.',
      },
      providers_full: {
        en: 'You own the maximum number of open providers. Close one that you no longer use, then register the next.',
        fr: 'Vous êtes propriétaire du nombre maximal de prestataires ouverts. Fermez-en un que vous n’utilisez plus, puis enregistrez le suivant.',
      },
      storage_full: {
        en: 'The provider has used all its document storage. Cancel uploads or withdraw evidence that is no longer needed.',
        fr: 'Le prestataire a utilisé tout son espace de stockage. Annulez des téléversements ou retirez les pièces inutiles.',
      },
      versions: {
        en: 'The requirement has reached its maximum number of documents. Request a new case.',
        fr: 'Cette exigence a atteint son nombre maximal de documents. Demandez un nouveau dossier.',
      },
    },
  },
  'edit-conflict': {
    status: 409,
    retry: 'changed',
    title: { en: 'Edit conflict', fr: 'Conflit de modification' },
    when: {
      en: 'The resource has changed since the revision in `If-Match`.',
      fr: 'La ressource a changé depuis la révision indiquée dans `If-Match`.',
    },
    remedy: {
      en: 'Apply your change to `current` and send it again with the `ETag` of this response.',
      fr: 'Appliquez votre modification à `current` et renvoyez-la avec l’`ETag` de cette réponse.',
    },
  },
  'idempotency-conflict': {
    status: 409,
    retry: 'changed',
    title: { en: 'Idempotency conflict', fr: 'Conflit d’idempotence' },
    when: {
      en: 'The `Idempotency-Key` was used for a different request, or the first request is still in progress.',
      fr: 'L’`Idempotency-Key` a servi à une autre requête, ou la première requête est encore en cours.',
    },
    remedy: {
      en: 'If the response has `Retry-After`, retry the same request after that time. Otherwise use a new key.',
      fr: 'Si la réponse contient `Retry-After`, renvoyez la même requête après ce délai. Sinon, utilisez une nouvelle clé.',
    },
    field: 'Idempotency-Key',
    codes: {
      idempotency_key_reused: {
        en: 'This key was used for a different request. Use a new key.',
        fr: 'Cette clé a servi à une autre requête. Utilisez une nouvelle clé.',
      },
      idempotency_key_in_progress: {
        en: 'The first request with this key is still in progress. Retry in one second.',
        fr: 'La première requête avec cette clé est encore en cours. Réessayez dans une seconde.',
      },
    },
  },
  'name-not-accepted': {
    status: 409,
    retry: 'changed',
    title: { en: 'Name not accepted', fr: 'Nom non accepté' },
    when: {
      en: 'No operator has accepted a name of the provider yet.',
      fr: 'Aucun nom du prestataire n’a encore été accepté par un opérateur.',
    },
    remedy: {
      en: 'Wait for the decision. If `displayNameStatus` is `refused`, change the words that `displayNameRefusal` is about.',
      fr: 'Attendez la décision. Si `displayNameStatus` est `refused`, modifiez le texte que vise `displayNameRefusal`.',
    },
  },
  'publication-gate-closed': {
    status: 409,
    retry: 'changed',
    title: { en: 'Publication gate closed', fr: 'Publication fermée' },
    when: {
      en: 'No approved override has opened the publication gate of the platform.',
      fr: 'Aucune dérogation approuvée n’a ouvert la publication sur la plateforme.',
    },
    remedy: {
      en: 'Publish once the gate is open. The provider itself needs no change.',
      fr: 'Publiez une fois la publication ouverte. Le prestataire n’a rien à modifier.',
    },
  },
  'publication-held': {
    status: 409,
    retry: 'changed',
    title: { en: 'Publication held', fr: 'Publication suspendue' },
    when: {
      en: 'The operators of the platform hold the publication of this provider.',
      fr: 'Les équipes de la plateforme suspendent la publication de ce prestataire.',
    },
    remedy: {
      en: 'Publish again after they end the hold. Contact support for the reason.',
      fr: 'Publiez de nouveau après la fin de la suspension. Contactez l’assistance pour en connaître le motif.',
    },
  },
} as const satisfies Record<string, ProblemKind>;
