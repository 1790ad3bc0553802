import { textList } from '../values/value-list.ts';

/** What a requirement can accept. A category file uses these, so that every screen can name them. */
export const DocumentKind = textList('documentKind', {
  business_register_extract: { en: 'Extract of the business register', fr: 'Extrait du registre du commerce' },
  care_certificate: { en: 'Care certificate', fr: 'Certificat d’aide à la personne' },
  childcare_registration: { en: 'Childcare registration', fr: 'Enregistrement pour la garde d’enfants' },
  childminder_approval: { en: 'Childminder approval', fr: 'Agrément d’assistant maternel' },
  criminal_record_extract: { en: 'Criminal record extract', fr: 'Extrait de casier judiciaire' },
  electrical_authorisation: { en: 'Electrical authorisation', fr: 'Habilitation électrique' },
  first_aid_certificate: { en: 'First aid certificate', fr: 'Certificat de secourisme' },
  floor_plan: { en: 'Floor plan', fr: 'Plan des locaux' },
  gas_licence: { en: 'Licence for gas work', fr: 'Qualification pour les travaux de gaz' },
  gas_safety_card: { en: 'Gas safety card', fr: 'Carte professionnelle gaz' },
  insurance_certificate: { en: 'Insurance certificate', fr: 'Attestation d’assurance' },
  insurance_policy_schedule: {
    en: 'Schedule of the insurance policy',
    fr: 'Conditions particulières du contrat d’assurance',
  },
  national_identity_card: { en: 'National identity card', fr: 'Carte nationale d’identité' },
  nursery_approval: { en: 'Approval of the nursery', fr: 'Agrément de la crèche' },
  nursing_assistant_diploma: { en: 'Nursing assistant diploma', fr: 'Diplôme d’aide-soignant' },
  passport: { en: 'Passport', fr: 'Passeport' },
  police_clearance_certificate: { en: 'Police clearance certificate', fr: 'Certificat de bonne conduite' },
  premises_photograph: { en: 'Photograph of the premises', fr: 'Photographie des locaux' },
  residence_permit: { en: 'Residence permit', fr: 'Titre de séjour' },
  tax_registration_certificate: { en: 'Tax registration certificate', fr: 'Attestation d’immatriculation fiscale' },
  teaching_certificate: { en: 'Teaching certificate', fr: 'Certificat d’aptitude à l’enseignement' },
  trade_certificate: { en: 'Trade certificate', fr: 'Certificat de qualification professionnelle' },
  university_degree: { en: 'University degree', fr: 'Diplôme universitaire' },
  vocational_diploma: { en: 'Vocational diploma', fr: 'Diplôme professionnel' },
  work_at_height_certificate: {
    en: 'Certificate for work at height',
    fr: 'Attestation de formation au travail en hauteur',
  },
});
