import type { Language, Text } from '@trust/contracts/values/text';

export const statusTexts: Record<string, { title: Text; text: Text; tone: 'good' | 'warn' | 'bad' }> = {
  valid: {
    title: { en: '✓ Valid today', fr: '✓ Valable aujourd’hui' },
    text: {
      en: 'The platform confirms this today, within the limits below.',
      fr: 'La plateforme le confirme aujourd’hui, dans les limites ci-dessous.',
    },
    tone: 'good',
  },
  expired: {
    title: { en: '! Expired', fr: '! Expirée' },
    text: {
      en: 'This was confirmed until the date below. The platform does not confirm it any more.',
      fr: 'Cela a été confirmé jusqu’à la date ci-dessous. La plateforme ne le confirme plus.',
    },
    tone: 'warn',
  },
  superseded: {
    title: { en: '! Replaced by a newer claim', fr: '! Remplacée par une attestation plus récente' },
    text: {
      en: 'The provider has a newer claim of this kind. Look at the current card of the provider.',
      fr: 'Le prestataire a une attestation plus récente de ce type. Consultez la fiche actuelle du prestataire.',
    },
    tone: 'warn',
  },
  suspended: {
    title: { en: '✗ Suspended', fr: '✗ Suspendue' },
    text: {
      en: 'The platform has suspended this claim. Do not rely on it.',
      fr: 'La plateforme a suspendu cette attestation. Ne vous y fiez pas.',
    },
    tone: 'bad',
  },
  revoked: {
    title: { en: '✗ Revoked', fr: '✗ Révoquée' },
    text: {
      en: 'The platform has revoked this claim for good. Do not rely on it.',
      fr: 'La plateforme a révoqué définitivement cette attestation. Ne vous y fiez pas.',
    },
    tone: 'bad',
  },
  unknown: {
    title: { en: '✗ Not confirmed', fr: '✗ Non confirmée' },
    text: {
      en: 'The platform does not confirm this. Do not rely on it.',
      fr: 'La plateforme ne confirme pas cela. Ne vous y fiez pas.',
    },
    tone: 'bad',
  },
};

export const tokenExpired: Text = {
  en: 'This copy of the card is more than 7 days old or past its end. What the platform says today is below.',
  fr: 'Cette copie de la fiche a plus de 7 jours ou a dépassé son terme. Voici ce que la plateforme dit aujourd’hui.',
};

export const faultTexts: Record<string, Text> = {
  malformed: {
    en: 'This is neither a signed card nor the number of a claim. Copy it again, in full.',
    fr: 'Ce n’est ni une fiche signée ni un numéro d’attestation. Copiez de nouveau le texte, en entier.',
  },
  invalid_signature: {
    en: 'The card was changed after it was signed, or it is a forgery.',
    fr: 'La fiche a été modifiée après sa signature, ou c’est un faux.',
  },
  compromised_key: {
    en: 'The card was signed with a key that is no longer trusted. Ask the provider for a new one.',
    fr: 'La fiche a été signée avec une clé qui n’est plus sûre. Demandez-en une nouvelle au prestataire.',
  },
};

/** Also for `wrong_type`, `wrong_issuer` and faults of later versions. */
export const foreignToken: Text = {
  en: 'This platform did not sign this card.',
  fr: 'Cette plateforme n’a pas signé cette fiche.',
};

const methods: Record<string, Text> = {
  document_review: { en: 'A document was reviewed', fr: 'Un document a été examiné' },
  register_check: { en: 'A public register was consulted', fr: 'Un registre public a été consulté' },
  field_visit: { en: 'The provider was visited', fr: 'Le prestataire a reçu une visite' },
};
/** Only documents need a source: other methods name theirs themselves. */
const sources: Record<string, Text> = {
  government_document: { en: 'a document of a public authority', fr: 'document d’une autorité publique' },
  insurer_document: { en: 'a document of an insurer', fr: 'document d’un assureur' },
  training_certificate: { en: 'a certificate of training', fr: 'certificat de formation' },
};

export function methodText(method: string, source: string, language: Language): string {
  const how = methods[method]?.[language] ?? method;
  const from = sources[source]?.[language];
  return from ? `${how} (${from})` : how;
}

export function dateText(date: string, language: Language): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date));
}
