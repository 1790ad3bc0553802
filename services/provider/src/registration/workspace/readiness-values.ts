import { valueList } from '@trust/contracts/values/value-list';

export const Change = valueList('requirementChange', {
  added: { en: 'New', fr: 'Nouveau', means: 'New in this version.' },
  changed: { en: 'Changed', fr: 'Modifié', means: 'In the selected version too, but changed in this version.' },
  unchanged: { en: 'Unchanged', fr: 'Inchangé', means: 'The same in both versions.' },
});

export const TaskCode = valueList('readinessTask', {
  give_consent: {
    en: 'Give your consent',
    fr: 'Donner votre accord',
    means: 'Agree to the policy that `policyKey` names.',
  },
  complete_profile: {
    en: 'Complete the profile',
    fr: 'Compléter le profil',
    means: {
      en: 'Complete the profile: its summary is missing.',
      fr: 'Complétez le profil\u00a0: sa présentation manque.',
    },
  },
  select_service: {
    en: 'Select a service',
    fr: 'Choisir un service',
    means: { en: 'Select a service.', fr: 'Choisissez un service.' },
  },
  set_location: {
    en: 'Enter the location',
    fr: 'Indiquer le lieu',
    means: {
      en: 'Add public premises or a service area.',
      fr: 'Ajoutez des locaux publics ou une zone d’intervention.',
    },
  },
  change_name: {
    en: 'Change your public words',
    fr: 'Modifier vos textes publics',
    means:
      'Send another `displayName`, summary, website or address, whichever is `refused`: operators did not accept it, for the reason in `displayNameRefusal`.',
  },
  declare_registered_name: {
    en: 'Declare the registered name',
    fr: 'Déclarer la dénomination',
    means:
      'Declare the name that documents show: `PUT /provider-workspace/me/registered-name`. Claims about the business need it.',
  },
  name_responsible_person: {
    en: 'Name the person responsible',
    fr: 'Indiquer la personne responsable',
    means: 'Name the person whom claims about a person are about: `PUT /provider-workspace/me/responsible-person`.',
  },
  accept_responsibility: {
    en: 'Accept to be the person responsible',
    fr: 'Accepter d’être la personne responsable',
    means:
      'You were named as person responsible. Read the name in `GET /provider-workspace/me/responsible-person`; accept with `POST /provider-workspace/me/responsible-person/acceptance` until `dueAt`, or decline with `DELETE /provider-workspace/me/responsible-person/naming`.',
  },
  correct_evidence: {
    en: 'Correct the documents',
    fr: 'Corriger les documents',
    means: 'Upload corrected evidence for `caseId`, until `dueAt`.',
  },
  submit_evidence: {
    en: 'Upload the documents',
    fr: 'Déposer les documents',
    means: 'Upload the evidence that the case `caseId` requires.',
  },
  renew_claim: {
    en: 'Renew the claim',
    fr: 'Renouveler l’attestation',
    means:
      'Renew a claim that expires soon or has expired: `POST /providers/{providerId}/verification-cases` with the kind `renewal`.',
  },
  begin_again: {
    en: 'Start a new verification',
    fr: 'Demander une nouvelle vérification',
    means:
      'Begin again after a case that ended without a claim: `POST /providers/{providerId}/verification-cases` with the kind `initial`, from `availableAt` if it is present.',
  },
  update_service: {
    en: 'Update the service',
    fr: 'Mettre le service à jour',
    means: {
      en: 'Select a service again, to move it to the requirement version in force.',
      fr: 'Choisissez de nouveau un service pour le rattacher à la version des exigences en vigueur.',
    },
  },
  publish: {
    en: 'Publish the provider',
    fr: 'Publier le prestataire',
    means: { en: 'Publish the provider.', fr: 'Publiez le prestataire.' },
  },
  set_availability: {
    en: 'Set the availability',
    fr: 'Indiquer la disponibilité',
    means: { en: 'Set the availability of a service.', fr: 'Indiquez la disponibilité d’un service.' },
  },
});

export const DueCode = valueList('requirementDue', {
  profile_missing: { en: 'Profile incomplete', fr: 'Profil incomplet', means: 'The profile is incomplete.' },
  service_missing: { en: 'No service selected', fr: 'Aucun service choisi', means: 'No service is selected.' },
  location_missing: {
    en: 'Location missing',
    fr: 'Lieu manquant',
    means: 'Public premises or a service area is missing.',
  },
  evidence_expected: {
    en: 'Document required later',
    fr: 'Document à fournir plus tard',
    means: {
      en: 'Evidence is required once the case is open.',
      fr: 'Une pièce est exigée dès l’ouverture du dossier.',
    },
  },
  evidence_missing: {
    en: 'Document missing',
    fr: 'Document manquant',
    means: {
      en: 'The case requires this evidence, and has none.',
      fr: 'Le dossier exige cette pièce et n’en a aucune.',
    },
  },
  evidence_rejected: {
    en: 'Document not accepted',
    fr: 'Document non accepté',
    means: { en: 'The last document was not accepted.', fr: 'Le dernier document n’a pas été accepté.' },
  },
  correction_requested: {
    en: 'Correction requested',
    fr: 'Correction demandée',
    means: { en: 'The reviewer requested a correction.', fr: 'La personne qui examine a demandé une correction.' },
  },
  correction_overdue: {
    en: 'Correction overdue',
    fr: 'Délai de correction dépassé',
    means: { en: 'The correction period has ended.', fr: 'Le délai de correction est écoulé.' },
  },
  scan_pending: {
    en: 'Document being scanned',
    fr: 'Document en cours d’analyse',
    means: { en: 'The document is being scanned.', fr: 'L’analyse du document est en cours.' },
  },
  review_pending: {
    en: 'Under review',
    fr: 'En cours d’examen',
    means: { en: 'The case is being reviewed.', fr: 'Le dossier est en cours d’examen.' },
  },
  decision_pending: {
    en: 'Waiting for the decision',
    fr: 'En attente de décision',
    means: { en: 'The case is waiting for its decision.', fr: 'Le dossier attend sa décision.' },
  },
  appeal_pending: { en: 'Appeal under review', fr: 'Recours en cours d’examen', means: 'An appeal is being reviewed.' },
  not_verified: {
    en: 'Not verified',
    fr: 'Non vérifié',
    means: { en: 'The decision did not grant the claim.', fr: 'La décision n’a pas accordé l’attestation.' },
  },
  renewal_due: {
    en: 'Renewal due',
    fr: 'À renouveler',
    means: 'The claim, or the document behind it, expires at `dueAt`.',
  },
  claim_expired: { en: 'Claim expired', fr: 'Attestation expirée', means: 'The claim has expired.' },
});
