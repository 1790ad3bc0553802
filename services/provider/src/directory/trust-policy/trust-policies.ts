import type { Text } from '@trust/contracts/values/text';

export type TrustRule = { key: string; title: Text; text: Text };
export type TrustPolicy = { version: string; takesEffectOn: string; rules: readonly [TrustRule, ...TrustRule[]] };

/** Oldest first. From the first release of the platform on, a version never changes: a change of a rule is a new version. */
export const trustPolicies: readonly [TrustPolicy, ...TrustPolicy[]] = [
  {
    version: '2026-11',
    takesEffectOn: '2026-11-01',
    rules: [
      {
        key: 'claims-come-from-decisions',
        title: { en: 'Claims come from decisions', fr: 'Les attestations viennent de décisions' },
        text: {
          en: 'Every claim comes from one recorded decision about evidence that was checked. Nothing else creates a claim.',
          fr: 'Chaque attestation vient d’une décision enregistrée, prise sur des pièces contrôlées. Rien d’autre ne crée une attestation.',
        },
      },
      {
        key: 'nobody-reviews-and-decides',
        title: { en: 'Nobody reviews and decides', fr: 'Personne n’examine et ne décide à la fois' },
        text: {
          en: 'One operator reviews the evidence and another decides. Neither represents the provider, nor did within the 12 months before. Nobody overturns a decision on appeal alone: two others do, who judged nothing in the case before.',
          fr: 'Un opérateur examine les pièces, un autre décide. Aucun des deux ne représente le prestataire ni ne l’a représenté au cours des 12 mois précédents. Personne n’annule seul une décision sur recours : il y faut deux autres personnes, qui n’ont rien jugé auparavant dans le dossier.',
        },
      },
      {
        key: 'no-provider-is-verified-as-a-whole',
        title: { en: 'No provider is verified as a whole', fr: 'Aucun prestataire n’est vérifié dans son ensemble' },
        text: {
          en: 'A claim says one thing that was checked, how, when and until when. No badge or score says that a provider as a whole is verified.',
          fr: 'Une attestation dit une seule chose : ce qui a été contrôlé, comment, quand et jusqu’à quand. Aucun label ni aucune note ne dit qu’un prestataire est vérifié dans son ensemble.',
        },
      },
      {
        key: 'limitations-are-shown',
        title: { en: 'Limitations are shown', fr: 'Les limites sont affichées' },
        text: {
          en: 'Every claim shows what it does not say, and every card lists what was not verified in its category.',
          fr: 'Chaque attestation montre ce qu’elle ne dit pas, et chaque fiche énumère ce qui n’a pas été vérifié dans sa catégorie.',
        },
      },
      {
        key: 'own-statements-are-separate',
        title: { en: 'Own statements are separate', fr: 'Les déclarations du prestataire sont à part' },
        text: {
          en: 'What providers say of themselves is shown apart from claims and never becomes part of one.',
          fr: 'Ce que les prestataires disent d’eux-mêmes est affiché à part et n’entre jamais dans une attestation.',
        },
      },
      {
        key: 'payment-changes-no-claim',
        title: { en: 'Payment changes no claim', fr: 'Aucun paiement ne change une attestation' },
        text: {
          en: 'No payment, subscription or contract creates, improves or extends a claim, or changes its place in a search.',
          fr: 'Aucun paiement, abonnement ou contrat ne crée, n’améliore ni ne prolonge une attestation, ni ne change son rang dans une recherche.',
        },
      },
      {
        key: 'claims-end',
        title: { en: 'Claims end', fr: 'Les attestations prennent fin' },
        text: {
          en: 'A claim is valid for a year at most. It can be suspended or revoked earlier, and a verification says so at once.',
          fr: 'Une attestation vaut un an au plus. Elle peut être suspendue ou révoquée plus tôt, et une vérification le dit aussitôt.',
        },
      },
      {
        key: 'evidence-stays-private',
        title: { en: 'Evidence stays private', fr: 'Les pièces restent privées' },
        text: {
          en: 'Documents are read only by the operators who are assigned to the case. Each read is recorded. No document is public.',
          fr: 'Seuls les opérateurs chargés du dossier lisent les documents. Chaque lecture est enregistrée. Aucun document n’est public.',
        },
      },
    ],
  },
];
