import type { NotificationTemplate } from '@trust/contracts/notifications/notification-templates';
import type { Entry } from './entry.ts';
import type { NotificationGroup } from './groups.ts';

/** The only texts and targets of notifications: none contains a value of an event. */
export const catalogue: Record<NotificationTemplate, Entry> = {
  case_opened: { group: 'cases', target: 'case', title: { en: 'Verification started', fr: 'Vérification commencée' } },
  case_review_opened: {
    group: 'cases',
    target: 'case',
    title: { en: 'Claim under review', fr: 'Attestation en réexamen' },
  },
  case_opened_after_end: { group: 'cases', target: 'case', title: { en: 'Documents needed', fr: 'Pièces à fournir' } },
  case_decided: { group: 'cases', target: 'case', title: { en: 'Decision available', fr: 'Décision disponible' } },
  case_expired: { group: 'cases', target: 'case', title: { en: 'Verification expired', fr: 'Vérification expirée' } },
  case_replaced_by_review: {
    group: 'cases',
    target: 'case',
    title: { en: 'Verification replaced by a review', fr: 'Vérification remplacée par un réexamen' },
  },
  case_withdrawn: {
    group: 'cases',
    target: 'case',
    title: { en: 'Verification withdrawn', fr: 'Vérification retirée' },
  },
  visit_scheduled: { group: 'cases', target: 'case', title: { en: 'Visit on site', fr: 'Visite sur place' } },
  evidence_available: { group: 'documents', target: 'case', title: { en: 'Document ready', fr: 'Document prêt' } },
  evidence_rejected: {
    group: 'documents',
    target: 'case',
    title: { en: 'Document not accepted', fr: 'Document non accepté' },
  },
  evidence_refused: {
    group: 'documents',
    target: 'case',
    title: { en: 'Document too late', fr: 'Document arrivé trop tard' },
  },
  evidence_lost: { group: 'documents', target: 'case', title: { en: 'Document lost', fr: 'Document perdu' } },
  media_published: { group: 'documents', target: 'media', title: { en: 'Image published', fr: 'Image publiée' } },
  media_rejected: {
    group: 'documents',
    target: 'media',
    title: { en: 'Image not accepted', fr: 'Image non acceptée' },
  },
  correction_requested: {
    group: 'corrections',
    target: 'case',
    title: { en: 'Correction requested', fr: 'Correction demandée' },
  },
  correction_due: {
    group: 'corrections',
    target: 'case',
    title: { en: 'Correction due soon', fr: 'Correction bientôt attendue' },
  },
  evidence_renewal_due: {
    group: 'claims',
    target: 'claim',
    title: { en: 'Document expires', fr: 'Document arrivant à expiration' },
  },
  claim_suspended: { group: 'claims', target: 'claim', title: { en: 'Claim suspended', fr: 'Attestation suspendue' } },
  claim_restored: { group: 'claims', target: 'claim', title: { en: 'Claim restored', fr: 'Attestation rétablie' } },
  claim_revoked: { group: 'claims', target: 'claim', title: { en: 'Claim revoked', fr: 'Attestation révoquée' } },
  claim_superseded: { group: 'claims', target: 'claim', title: { en: 'Claim replaced', fr: 'Attestation remplacée' } },
  appeal_received: { group: 'appeals', target: 'case', title: { en: 'Appeal received', fr: 'Recours reçu' } },
  appeal_decided: { group: 'appeals', target: 'case', title: { en: 'Appeal decided', fr: 'Recours tranché' } },
  enquiry_received: { group: 'enquiries', target: 'enquiry', title: { en: 'New enquiry', fr: 'Nouvelle demande' } },
  enquiry_accepted: {
    group: 'enquiries',
    target: 'enquiry',
    title: { en: 'Enquiry accepted', fr: 'Demande acceptée' },
  },
  enquiry_declined: {
    group: 'enquiries',
    target: 'enquiry',
    title: { en: 'Enquiry declined', fr: 'Demande déclinée' },
  },
  enquiry_contact_shared: {
    group: 'enquiries',
    target: 'enquiry',
    title: { en: 'Contact shared', fr: 'Coordonnées transmises' },
  },
  enquiry_message: { group: 'enquiries', target: 'enquiry', title: { en: 'New message', fr: 'Nouveau message' } },
  enquiry_provider_stopped: {
    group: 'enquiries',
    target: 'enquiry',
    title: { en: 'Read the claims again', fr: 'Attestations à relire' },
  },
  enquiry_closed: { group: 'enquiries', target: 'enquiry', title: { en: 'Enquiry closed', fr: 'Demande fermée' } },
  review_published: { group: 'reviews', target: 'review', title: { en: 'Review published', fr: 'Avis publié' } },
  review_rejected: {
    group: 'reviews',
    target: 'review',
    title: { en: 'Review not published', fr: 'Avis non publié' },
  },
  review_removed: { group: 'reviews', target: 'review', title: { en: 'Review removed', fr: 'Avis retiré' } },
  review_kept: { group: 'reviews', target: 'review', title: { en: 'Review kept', fr: 'Avis maintenu' } },
  review_response_published: {
    group: 'reviews',
    target: 'review',
    title: { en: 'Response published', fr: 'Réponse publiée' },
  },
  review_response_rejected: {
    group: 'reviews',
    target: 'review',
    title: { en: 'Response not published', fr: 'Réponse non publiée' },
  },
  review_response_removed: {
    group: 'reviews',
    target: 'review',
    title: { en: 'Response removed', fr: 'Réponse retirée' },
  },
  review_response_kept: {
    group: 'reviews',
    target: 'review',
    title: { en: 'Response kept', fr: 'Réponse maintenue' },
  },
  dispute_opened: { group: 'disputes', target: 'dispute', title: { en: 'Dispute opened', fr: 'Litige ouvert' } },
  dispute_statement: {
    group: 'disputes',
    target: 'dispute',
    title: { en: 'Statement in a dispute', fr: 'Déclaration dans un litige' },
  },
  dispute_resolved: { group: 'disputes', target: 'dispute', title: { en: 'Dispute resolved', fr: 'Litige tranché' } },
  dispute_withdrawn: { group: 'disputes', target: 'dispute', title: { en: 'Dispute withdrawn', fr: 'Litige retiré' } },
  work_assigned: { group: 'work', target: 'work', title: { en: 'Work assigned', fr: 'Travail attribué' } },
  work_lost: { group: 'work', target: 'work', title: { en: 'Work no longer yours', fr: 'Travail retiré' } },
  subject_changed: { group: 'work', target: 'work', title: { en: 'Name or place changed', fr: 'Nom ou lieu modifié' } },
  evidence_changed: { group: 'work', target: 'work', title: { en: 'Documents changed', fr: 'Pièces modifiées' } },
  vote_needed: { group: 'work', target: 'work', title: { en: 'Vote needed', fr: 'Vote attendu' } },
  incident_resolved: { group: 'work', target: 'work', title: { en: 'Incident resolved', fr: 'Incident résolu' } },
  measure_ended: { group: 'work', target: 'work', title: { en: 'Measure ended', fr: 'Mesure levée' } },
  measure_rejected: { group: 'work', target: 'work', title: { en: 'Measure not justified', fr: 'Mesure injustifiée' } },
  accepted_words_refused: { group: 'work', target: 'work', title: { en: 'Words refused', fr: 'Textes refusés' } },
  visit_returned: { group: 'work', target: 'work', title: { en: 'Visit returned', fr: 'Visite renvoyée' } },
  report_decided: { group: 'disputes', target: 'report', title: { en: 'Report examined', fr: 'Signalement examiné' } },
  display_name_accepted: {
    group: 'provider',
    target: 'workspace',
    title: { en: 'Public words accepted', fr: 'Textes publics acceptés' },
  },
  display_name_refused: {
    group: 'provider',
    target: 'workspace',
    title: { en: 'Public words not accepted', fr: 'Textes publics non acceptés' },
  },
  public_words_refused: {
    group: 'provider',
    target: 'workspace',
    title: { en: 'Public words no longer shown', fr: 'Textes publics retirés' },
  },
  representative_joined: {
    group: 'security',
    target: 'workspace',
    title: { en: 'New owner or manager', fr: 'Nouveau propriétaire ou gestionnaire' },
  },
  representation_ended: {
    group: 'security',
    target: 'account',
    title: { en: 'Representation ended', fr: 'Représentation terminée' },
  },
  provider_closed: { group: 'security', target: 'account', title: { en: 'Provider closed', fr: 'Prestataire fermé' } },
  responsible_person_named: {
    group: 'provider',
    target: 'workspace',
    title: { en: 'You were named', fr: 'Vous avez été désigné' },
  },
  premises_changed: {
    group: 'provider',
    target: 'workspace',
    title: { en: 'Public premises changed', fr: 'Locaux publics modifiés' },
  },
  premises_still_shown: {
    group: 'provider',
    target: 'account',
    title: { en: 'Premises still shown', fr: 'Locaux toujours visibles' },
  },
  private_base_changed: {
    group: 'provider',
    target: 'workspace',
    title: { en: 'Private base changed', fr: 'Adresse privée modifiée' },
  },
  service_area_changed: {
    group: 'provider',
    target: 'workspace',
    title: { en: 'Service area changed', fr: 'Zone d’intervention modifiée' },
  },
  provider_suspended: {
    group: 'provider',
    target: 'workspace',
    title: { en: 'Provider suspended', fr: 'Prestataire suspendu' },
  },
  provider_reinstated: {
    group: 'provider',
    target: 'workspace',
    title: { en: 'Suspension ended', fr: 'Suspension levée' },
  },
  provider_withheld: {
    group: 'provider',
    target: 'workspace',
    title: { en: 'Provider hidden', fr: 'Prestataire masqué' },
  },
  provider_released: {
    group: 'provider',
    target: 'workspace',
    title: { en: 'Provider shown again', fr: 'Prestataire de nouveau visible' },
  },
  service_removed: {
    group: 'provider',
    target: 'workspace',
    title: { en: 'Service removed', fr: 'Service retiré' },
  },
  service_added: { group: 'provider', target: 'workspace', title: { en: 'Service added', fr: 'Service ajouté' } },
  service_hidden: { group: 'provider', target: 'workspace', title: { en: 'Service hidden', fr: 'Service masqué' } },
  service_shown: {
    group: 'provider',
    target: 'workspace',
    title: { en: 'Service shown again', fr: 'Service de nouveau visible' },
  },
  new_sign_in: {
    group: 'security',
    target: 'sessions',
    title: { en: 'New sign-in', fr: 'Nouvelle connexion' },
  },
  contact_points_changed: {
    group: 'security',
    target: 'account',
    title: { en: 'Contact details changed', fr: 'Coordonnées modifiées' },
  },
  roles_changed: {
    group: 'security',
    target: 'account',
    title: { en: 'Operator roles changed', fr: 'Rôles modifiés' },
  },
  approver_made: {
    group: 'security',
    target: 'account',
    title: { en: 'Role given by the command line', fr: 'Rôle attribué en ligne de commande' },
  },
  role_revoked: { group: 'security', target: 'account', title: { en: 'Role revoked', fr: 'Rôle retiré' } },
  sessions_revoked: { group: 'security', target: 'account', title: { en: 'Sessions ended', fr: 'Sessions fermées' } },
  passkeys_changed: {
    group: 'security',
    target: 'account',
    title: { en: 'Passkeys changed', fr: 'Clés d’accès modifiées' },
  },
};

export function templatesOf(group: NotificationGroup): NotificationTemplate[] {
  return (Object.keys(catalogue) as NotificationTemplate[]).filter((template) => catalogue[template].group === group);
}
