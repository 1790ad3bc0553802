import { textList } from '../values/value-list.ts';

/** Short names. What a claim says in full is the `statement` of its requirement. */
export const KnownClaimType = textList('claimType', {
  academic_qualification: { en: 'Academic qualification', fr: 'Diplôme universitaire' },
  approved_as_nursery: { en: 'Approved as a nursery', fr: 'Agrément de crèche' },
  approved_for_childcare: { en: 'Approved for childcare', fr: 'Agrément pour la garde d’enfants' },
  background_check_clear: { en: 'Criminal record checked', fr: 'Casier judiciaire contrôlé' },
  business_registered: { en: 'Registered business', fr: 'Entreprise immatriculée' },
  care_qualification: { en: 'Care qualification', fr: 'Qualification d’aide à la personne' },
  first_aid_trained: { en: 'Trained in first aid', fr: 'Formation aux premiers secours' },
  identity_confirmed: { en: 'Identity checked', fr: 'Identité contrôlée' },
  liability_insurance: { en: 'Liability insurance', fr: 'Assurance responsabilité civile' },
  licensed_for_gas: { en: 'Licensed for gas work', fr: 'Habilitation aux travaux de gaz' },
  premises_visited: { en: 'Premises visited', fr: 'Locaux visités' },
  trade_qualification: { en: 'Trade qualification', fr: 'Qualification professionnelle' },
  work_at_height_trained: { en: 'Trained for work at height', fr: 'Formation au travail en hauteur' },
});

/** On what the check of a claim rests. */
export const SourceKind = textList('sourceKind', {
  government_document: { en: 'Document of an authority', fr: 'Document d’une autorité' },
  insurer_document: { en: 'Document of an insurer', fr: 'Document d’un assureur' },
  on_site_observation: { en: 'Observation on site', fr: 'Constat sur place' },
  public_register: { en: 'Public register', fr: 'Registre public' },
  training_certificate: { en: 'Certificate of training', fr: 'Attestation de formation' },
});
