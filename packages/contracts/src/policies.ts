import type { Text } from './values/text.ts';
import { valueList } from './values/value-list.ts';

export const PolicyKey = valueList('policyKey', {
  terms: {
    en: 'Terms of use',
    fr: 'Conditions d’utilisation',
    means: { en: 'The terms of use.', fr: 'Les conditions d’utilisation.' },
  },
  'privacy-notice': {
    en: 'Privacy notice',
    fr: 'Politique de confidentialité',
    means: { en: 'The privacy notice.', fr: 'La politique de confidentialité.' },
  },
  'evidence-processing': {
    en: 'Processing of evidence',
    fr: 'Traitement des pièces',
    means: { en: 'The processing of uploaded evidence.', fr: 'Le traitement des pièces envoyées.' },
  },
  'public-premises': {
    en: 'Public premises',
    fr: 'Locaux publics',
    means: { en: 'Showing the address of the premises in public.', fr: 'L’affichage public de l’adresse des locaux.' },
  },
  'public-name': {
    en: 'Public name',
    fr: 'Nom public',
    means: {
      en: 'Showing the checked name of the person responsible with the claims about them.',
      fr: 'L’affichage du nom contrôlé de la personne responsable avec les attestations qui la concernent.',
    },
  },
  'contact-sharing': {
    en: 'Sharing of contact details',
    fr: 'Partage des coordonnées',
    means: {
      en: 'Sharing contact details when an enquiry is accepted.',
      fr: 'La transmission des coordonnées lorsqu’une demande est acceptée.',
    },
  },
  marketing: {
    en: 'News',
    fr: 'Actualités',
    means: { en: 'News about the platform.', fr: 'Les actualités de la plateforme.' },
  },
});
export const policyKeys = PolicyKey.options;
export type PolicyKey = (typeof policyKeys)[number];

/** A change of its text requires a new version. */
export type Policy = {
  version: string;
  /** It applies to every account, agreed to or not; an agreement can only be withdrawn by erasing the account. */
  required: boolean;
  requiredForUploads?: true;
  title: Text;
  text: Text;
};

export const policies: Readonly<Record<PolicyKey, Policy>> = {
  terms: {
    version: '2026-11',
    required: true,
    title: { en: 'Terms of use', fr: 'Conditions d’utilisation' },
    text: {
      en: 'I use the platform for what it is meant for: what I say of myself and of the providers that I represent is true, and I upload only documents that I may show.',
      fr: 'J’utilise la plateforme pour ce à quoi elle est destinée : ce que je dis de moi et des prestataires que je représente est vrai, et je ne dépose que des documents que j’ai le droit de montrer.',
    },
  },
  'privacy-notice': {
    version: '2026-11.6',
    required: true,
    title: { en: 'Privacy notice', fr: 'Information sur la vie privée' },
    text: {
      en: 'I have read which data the platform keeps of me, what for and how long, and that I can have them exported or erased at any time. If I am erased while a provider that is mine, or that I answered for within a year, is suspended, hidden in whole or in part, under review or refused, or a complaint of a customer about it is open or was upheld within a year, coded traces of my contacts, and of its names if it is one person, remain for one year, only to recognise a new registration. If a provider has blocked me as a customer, a coded trace of my contacts remains for one year too, only to keep the block. What is written in an enquiry is deleted 30 days after its end, or after a dispute or an examination about the work.',
      fr: 'J’ai lu quelles données la plateforme conserve à mon sujet, à quelles fins et combien de temps, et que je peux à tout moment les exporter ou les faire effacer. Si je suis effacé alors qu’un prestataire qui est le mien, ou dont j’ai été responsable depuis moins d’un an, est suspendu, masqué en tout ou en partie, en cours de réexamen ou refusé, ou qu’une plainte d’un client à son sujet est en attente ou a été retenue depuis moins d’un an, des empreintes codées de mes coordonnées, et de ses noms s’il s’agit d’une personne physique, sont gardées un an, uniquement pour reconnaître une nouvelle inscription. Si un prestataire m’a bloqué comme client, une empreinte codée de mes coordonnées est aussi gardée un an, uniquement pour maintenir le blocage. Les messages d’une demande sont supprimés 30 jours après sa fin, ou après un litige ou un examen portant sur le travail.',
    },
  },
  'evidence-processing': {
    version: '2026-11.3',
    required: false,
    requiredForUploads: true,
    title: { en: 'Processing of uploaded documents', fr: 'Traitement des documents déposés' },
    text: {
      en: 'The documents that I upload are scanned for malware, kept in a private store, and read by the operators who are assigned to the case. They are kept as evidence for the decisions and claims that rest on them. Whoever represents the provider can withdraw a document until an outcome of its case is recommended, or after a case that ended without a decision, unless the law or an emergency measure stops it. A document about a person or premises that the provider no longer has can be withdrawn after a decision too. It is deleted 13 months after that, once no open case relies on it. When I withdraw this consent, I can upload nothing more, and nobody opens my documents of undecided cases until I agree again; those of decided cases stay.',
      fr: 'Les documents que je dépose sont contrôlés contre les logiciels malveillants, conservés dans un espace privé et lus par les opérateurs chargés du dossier. Ils sont gardés comme pièces à l’appui des décisions et des attestations qui en découlent. Qui représente le prestataire peut retirer un document jusqu’à ce qu’une issue du dossier soit recommandée, ou après un dossier terminé sans décision, sauf si la loi ou une mesure d’urgence s’y oppose. Une pièce qui concerne une personne ou des locaux que le prestataire n’a plus peut aussi être retirée après une décision. Elle est supprimée 13 mois plus tard, dès qu’aucun dossier ouvert ne s’appuie dessus. Si je retire cet accord, je ne peux plus rien déposer, et personne n’ouvre mes documents des dossiers non décidés avant un nouvel accord ; ceux des dossiers décidés restent.',
    },
  },
  'public-premises': {
    version: '2026-11.2',
    required: false,
    title: { en: 'Premises shown in public', fr: 'Locaux visibles publiquement' },
    text: {
      en: 'The address of the premises that I enter is shown to everybody and used for searches by place. When I withdraw this, or no longer represent the provider, it is hidden at once, unless a colleague agrees to the same premises.',
      fr: 'L’adresse des locaux que j’indique est visible par tous et sert aux recherches par lieu. Si je retire cet accord, ou si je ne représente plus le prestataire, elle est masquée aussitôt, sauf si un collègue donne son accord pour les mêmes locaux.',
    },
  },
  'public-name': {
    version: '2026-11.2',
    required: false,
    title: { en: 'My checked name shown in public', fr: 'Mon nom contrôlé visible publiquement' },
    text: {
      en: 'The name under which the platform checked me is shown with the claims about me, in the form that I choose, so that people can compare it with the person in front of them. Without it, or when I withdraw it, nobody in public sees the claims about me. If I am a sole trader, the registered name of my business stays public with the claims about the business; it is hidden when I unpublish or close the provider.',
      fr: 'Le nom sous lequel la plateforme m’a contrôlé est affiché avec les attestations qui me concernent, sous la forme que je choisis, afin que chacun puisse le comparer à la personne qui se présente. Sans cet accord, ou si je le retire, personne ne voit publiquement les attestations qui me concernent. Si j’exerce en nom propre, la dénomination de mon entreprise reste publique avec les attestations qui concernent l’entreprise ; elle est masquée lorsque je dépublie ou ferme le prestataire.',
    },
  },
  'contact-sharing': {
    version: '2026-11',
    required: false,
    title: { en: 'Sharing my contact details', fr: 'Partage de mes coordonnées' },
    text: {
      en: 'When a provider accepts my enquiry, it is given the contact details that I choose, and the platform records that it was.',
      fr: 'Lorsqu’un prestataire accepte ma demande, il reçoit les coordonnées que je choisis, et la plateforme enregistre cette transmission.',
    },
  },
  marketing: {
    version: '2026-11',
    required: false,
    title: { en: 'News of the platform', fr: 'Nouvelles de la plateforme' },
    text: {
      en: 'The platform may write to me about what is new. Messages about my own affairs come in any case.',
      fr: 'La plateforme peut m’écrire pour m’informer de ses nouveautés. Les messages qui concernent mes propres affaires m’arrivent de toute façon.',
    },
  },
};

export function isPolicyKey(text: string): text is PolicyKey {
  return policyKeys.includes(text as PolicyKey);
}

export const uploadPolicyKeys = policyKeys.filter((key) => policies[key].requiredForUploads);

/** `granted`: `{policyKey: version}`. Only the current version counts. */
export function missingUploadConsents(granted: Readonly<Record<string, string>>): PolicyKey[] {
  return uploadPolicyKeys.filter((key) => granted[key] !== policies[key].version);
}
