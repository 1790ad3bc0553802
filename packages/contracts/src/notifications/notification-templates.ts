import type { z } from 'zod';
import { meaningsOf, valueList } from '../values/value-list.ts';
import { WorkTemplate } from './work-templates.ts';

export const NotificationTemplate = valueList('notificationTemplate', {
  case_opened: { en: 'Case opened', fr: 'Dossier ouvert', means: 'A case was opened.' },
  case_review_opened: {
    en: 'Review opened',
    fr: 'Réexamen ouvert',
    means: 'Operators opened a review of current claims.',
  },
  case_opened_after_end: {
    en: 'Documents needed again',
    fr: 'Pièces de nouveau demandées',
    means: 'The name, person or premises of claims ended, and a case for documents of the present one was opened.',
  },
  evidence_available: {
    en: 'Document ready for review',
    fr: 'Document prêt pour l’examen',
    means: 'A document can be reviewed.',
  },
  evidence_rejected: { en: 'Document rejected', fr: 'Document rejeté', means: 'A document was rejected.' },
  evidence_refused: { en: 'Document too late', fr: 'Document arrivé trop tard', means: 'A document arrived too late.' },
  evidence_lost: { en: 'Document lost', fr: 'Document perdu', means: 'A document was lost.' },
  evidence_renewal_due: { en: 'Document to renew', fr: 'Document à renouveler', means: 'A document must be renewed.' },
  case_decided: { en: 'Case decided', fr: 'Dossier décidé', means: 'A case was decided.' },
  appeal_received: { en: 'Appeal submitted', fr: 'Recours déposé', means: 'An appeal was submitted.' },
  appeal_decided: { en: 'Appeal decided', fr: 'Recours tranché', means: 'An appeal was decided.' },
  visit_scheduled: { en: 'Visit scheduled', fr: 'Visite planifiée', means: 'A visit on site has a date.' },
  correction_requested: { en: 'Correction requested', fr: 'Correction demandée', means: 'A correction was requested.' },
  correction_due: { en: 'Correction due soon', fr: 'Correction bientôt due', means: 'A correction is due soon.' },
  case_withdrawn: {
    en: 'Case withdrawn',
    fr: 'Dossier retiré',
    means: 'An operator withdrew a case without a decision.',
  },
  case_replaced_by_review: {
    en: 'Case replaced by a review',
    fr: 'Dossier remplacé par un réexamen',
    means: 'A case that awaited documents was withdrawn, because a review of the service was opened.',
  },
  case_expired: { en: 'Case expired', fr: 'Dossier expiré', means: 'A case expired.' },
  new_sign_in: { en: 'New sign-in', fr: 'Nouvelle connexion', means: 'Sign-in on a new device.' },
  contact_points_changed: {
    en: 'Contact details changed',
    fr: 'Coordonnées modifiées',
    means: 'A contact point was added or removed.',
  },
  claim_suspended: { en: 'Claim suspended', fr: 'Attestation suspendue', means: 'A claim is suspended.' },
  claim_restored: { en: 'Claim restored', fr: 'Attestation rétablie', means: 'A suspended claim is current again.' },
  claim_revoked: { en: 'Claim revoked', fr: 'Attestation révoquée', means: 'A claim was revoked.' },
  claim_superseded: { en: 'Claim replaced', fr: 'Attestation remplacée', means: 'A newer claim replaced a claim.' },
  enquiry_received: { en: 'Enquiry received', fr: 'Demande reçue', means: 'An enquiry arrived.' },
  enquiry_accepted: { en: 'Enquiry accepted', fr: 'Demande acceptée', means: 'The provider accepted the enquiry.' },
  enquiry_declined: { en: 'Enquiry declined', fr: 'Demande déclinée', means: 'The provider declined the enquiry.' },
  enquiry_contact_shared: {
    en: 'Contact details shared',
    fr: 'Coordonnées transmises',
    means: 'The contact of the customer was disclosed to the provider.',
  },
  enquiry_message: { en: 'Message', fr: 'Message', means: 'The other side wrote a message.' },
  enquiry_provider_stopped: {
    en: 'Read the claims again',
    fr: 'Attestations à relire',
    means: 'Operators stopped the provider of an enquiry that it had accepted, or a claim in its category ended.',
  },
  enquiry_closed: { en: 'Enquiry closed', fr: 'Demande clôturée', means: 'The other side closed the enquiry.' },
  review_published: { en: 'Review published', fr: 'Avis publié', means: 'A review was published.' },
  review_rejected: { en: 'Review not published', fr: 'Avis non publié', means: 'A review was not published.' },
  review_removed: { en: 'Review removed', fr: 'Avis supprimé', means: 'A published review was removed.' },
  review_kept: { en: 'Review kept', fr: 'Avis maintenu', means: 'A flagged review was examined and kept.' },
  review_response_published: {
    en: 'Response published',
    fr: 'Réponse publiée',
    means: 'An operator published the response of a provider.',
  },
  review_response_rejected: {
    en: 'Response not published',
    fr: 'Réponse non publiée',
    means: 'An operator did not publish the response of a provider.',
  },
  review_response_removed: {
    en: 'Response removed',
    fr: 'Réponse supprimée',
    means: 'An operator removed the response of a provider.',
  },
  review_response_kept: {
    en: 'Response kept',
    fr: 'Réponse maintenue',
    means: 'An operator kept a response that was flagged.',
  },
  display_name_accepted: {
    en: 'Public words accepted',
    fr: 'Textes publics acceptés',
    means: 'An operator accepted the name, summary, website and address of a provider.',
  },
  display_name_refused: {
    en: 'Public words not accepted',
    fr: 'Textes publics non acceptés',
    means: 'An operator did not accept the name, summary, website or address of a provider.',
  },
  public_words_refused: {
    en: 'Public words no longer shown',
    fr: 'Textes publics retirés',
    means: 'An operator refused what a provider said in public: it is shown no longer.',
  },
  representative_joined: {
    en: 'New owner or manager',
    fr: 'Nouveau propriétaire ou gestionnaire',
    means: 'Somebody became owner or manager of a provider that you own.',
  },
  representation_ended: {
    en: 'Representation ended',
    fr: 'Représentation terminée',
    means: 'An owner ended your representation of a provider.',
  },
  provider_closed: {
    en: 'Provider closed',
    fr: 'Prestataire fermé',
    means: 'A provider that you represented was closed.',
  },
  responsible_person_named: {
    en: 'Named as person responsible',
    fr: 'Désigné personne responsable',
    means:
      'Somebody else named you as the person responsible of a provider, or changed the name that they declared. It waits for your acceptance.',
  },
  premises_changed: {
    en: 'Public premises changed',
    fr: 'Locaux publics modifiés',
    means: 'Somebody else changed or removed the public premises of a provider that you own.',
  },
  premises_still_shown: {
    en: 'Premises still shown',
    fr: 'Locaux toujours visibles',
    means: 'You took back your consent to public premises, which a colleague agreed to as well.',
  },
  private_base_changed: {
    en: 'Private base changed',
    fr: 'Adresse privée modifiée',
    means: 'Somebody else replaced or removed the private base that you entered for a provider.',
  },
  service_area_changed: {
    en: 'Service area changed',
    fr: 'Zone d’intervention modifiée',
    means: 'Somebody else replaced or removed the service area of a provider whose private base you entered.',
  },
  dispute_opened: { en: 'Dispute opened', fr: 'Litige ouvert', means: 'The other side opened a dispute.' },
  dispute_statement: {
    en: 'Statement in a dispute',
    fr: 'Déclaration dans un litige',
    means: 'The other side made a statement.',
  },
  dispute_resolved: { en: 'Dispute resolved', fr: 'Litige résolu', means: 'The dispute was resolved.' },
  dispute_withdrawn: { en: 'Dispute withdrawn', fr: 'Litige retiré', means: 'The dispute was withdrawn.' },
  passkeys_changed: {
    en: 'Passkeys changed',
    fr: 'Clés d’accès modifiées',
    means: 'A passkey was added or removed, or an enrolment was issued.',
  },
  roles_changed: {
    en: 'Roles changed',
    fr: 'Rôles modifiés',
    means: 'Another operator granted a role to you or revoked one.',
  },
  approver_made: {
    en: 'Role given by the command line',
    fr: 'Rôle attribué en ligne de commande',
    means: 'The command line gave an operator a role that approves roles.',
  },
  role_revoked: {
    en: 'Role revoked',
    fr: 'Rôle retiré',
    means: 'An operator revoked a role of another one.',
  },
  sessions_revoked: {
    en: 'Sessions ended',
    fr: 'Sessions fermées',
    means: 'An operator ended your sessions with an emergency action.',
  },
  media_published: { en: 'Image published', fr: 'Image publiée', means: 'An image is public.' },
  media_rejected: {
    en: 'Image not accepted',
    fr: 'Image non acceptée',
    means: 'An image was not accepted, or was removed by an operator.',
  },
  report_decided: { en: 'Report examined', fr: 'Signalement examiné', means: 'A report of a provider was examined.' },
  provider_suspended: {
    en: 'Provider suspended',
    fr: 'Prestataire suspendu',
    means: 'Operators suspended the provider.',
  },
  provider_reinstated: {
    en: 'Suspension ended',
    fr: 'Suspension levée',
    means: 'The suspension of the provider ended.',
  },
  provider_withheld: {
    en: 'Provider hidden',
    fr: 'Prestataire masqué',
    means: 'Operators hid the provider from the public.',
  },
  provider_released: {
    en: 'Provider shown again',
    fr: 'Prestataire de nouveau visible',
    means: 'The provider is shown in public again.',
  },
  service_removed: {
    en: 'Service removed',
    fr: 'Service retiré',
    means: 'Operators removed a service of the provider.',
  },
  service_added: { en: 'Service added', fr: 'Service ajouté', means: 'Operators added a service to the provider.' },
  service_hidden: {
    en: 'Service hidden',
    fr: 'Service masqué',
    means: 'The public does not see services of the provider, because a claim is missing.',
  },
  service_shown: {
    en: 'Service shown again',
    fr: 'Service de nouveau visible',
    means: 'No missing claim hides these services of the provider any more.',
  },
  ...meaningsOf(WorkTemplate),
});
export type NotificationTemplate = z.output<typeof NotificationTemplate>;
export const notificationTemplates = NotificationTemplate.options;
