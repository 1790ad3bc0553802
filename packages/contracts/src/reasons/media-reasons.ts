import type { z } from 'zod';
import type { Text } from '../values/text.ts';
import { meaningsOf, textList, valueList } from '../values/value-list.ts';

/** Why an operator rejects an image for a public profile, and what the provider can do. */
export const mediaRejections = {
  off_topic: {
    en: 'The image shows neither the provider nor their work. Upload another one.',
    fr: 'L’image ne montre ni le prestataire ni son travail. Envoyez-en une autre.',
  },
  personal_data: {
    en: 'The image or its description shows personal data of other people, such as a face, an address or a plate. Hide it and upload the image again.',
    fr: 'L’image ou sa description montre des données personnelles d’autrui, par exemple un visage, une adresse ou une plaque. Masquez-les et renvoyez l’image.',
  },
  not_genuine: {
    en: 'The image does not show the provider’s own work. Upload one that does.',
    fr: 'L’image ne montre pas le travail du prestataire lui-même. Envoyez-en une qui le montre.',
  },
  suggests_verification: {
    en: 'The image contains a badge, a seal or words about verification. Claims are shown by the platform only: remove them and upload the image again.',
    fr: 'L’image contient un badge, un sceau ou une mention de vérification. Seule la plateforme affiche les attestations : retirez-les et renvoyez l’image.',
  },
  contact_details: {
    en: 'The image contains contact details or advertising. Remove them and upload the image again.',
    fr: 'L’image contient des coordonnées ou de la publicité. Retirez-les et renvoyez l’image.',
  },
  description_unsuitable: {
    en: 'The description does not say what the image shows. Upload the image again with another description.',
    fr: 'La description ne dit pas ce que montre l’image. Renvoyez l’image avec une autre description.',
  },
  low_quality: {
    en: 'The image is too dark, blurred or small. Upload a better one.',
    fr: 'L’image est trop sombre, floue ou petite. Envoyez-en une meilleure.',
  },
  harmful: {
    en: 'The image is harmful or offensive. It cannot be shown.',
    fr: 'L’image est préjudiciable ou offensante. Elle ne peut pas être affichée.',
  },
  illegal: {
    en: 'The image is illegal or infringes the rights of others. It cannot be shown.',
    fr: 'L’image est illégale ou porte atteinte aux droits d’autrui. Elle ne peut pas être affichée.',
  },
} as const satisfies Record<string, Text>;

export type MediaRejection = keyof typeof mediaRejections;
export const MediaRejection = textList('mediaRejection', mediaRejections);

/** `complies` for images that are approved. */
export const MediaDecisionReason = valueList('mediaDecisionReason', {
  complies: { en: 'Complies with the rules', fr: 'Conforme aux règles', means: 'It keeps the rules.' },
  ...meaningsOf(MediaRejection),
});
export type MediaDecisionReason = z.output<typeof MediaDecisionReason>;
