import type { Text } from '@trust/contracts/values/text';

/** Of enquiries, reviews, disputes and reports. */
export const textsAboutCustomers = {
  review_published: { en: 'A review was published.', fr: 'Un avis a été publié.' },
  review_rejected: {
    en: 'Your review was not published. Open your account to read why and to appeal.',
    fr: 'Votre avis n’a pas été publié. Ouvrez votre compte pour en lire le motif et former un recours.',
  },
  review_removed: {
    en: 'A review was removed. Open your account to read why and to appeal.',
    fr: 'Un avis a été retiré. Ouvrez votre compte pour en lire le motif et former un recours.',
  },
  review_kept: { en: 'A reported review was examined and kept.', fr: 'Un avis signalé a été examiné et maintenu.' },
  review_response_published: {
    en: 'Your response to a review was published.',
    fr: 'Votre réponse à un avis a été publiée.',
  },
  review_response_rejected: {
    en: 'Your response to a review was not published. Open your workspace to read why and to write another one.',
    fr: 'Votre réponse à un avis n’a pas été publiée. Ouvrez votre espace de travail pour en lire le motif et en écrire une autre.',
  },
  review_response_removed: {
    en: 'Your response to a review was removed. Open your workspace to read why.',
    fr: 'Votre réponse à un avis a été retirée. Ouvrez votre espace de travail pour en lire le motif.',
  },
  review_response_kept: {
    en: 'Your response to a review was reported, examined and kept.',
    fr: 'Votre réponse à un avis a été signalée, examinée et maintenue.',
  },
  dispute_opened: {
    en: 'A dispute about a contact was opened. Open it to see until when you can make a statement.',
    fr: 'Un litige sur une mise en relation a été ouvert. Ouvrez-le pour savoir jusqu’à quand vous pouvez faire une déclaration.',
  },
  dispute_statement: {
    en: 'The other side made a statement in a dispute.',
    fr: 'L’autre partie a fait une déclaration dans un litige.',
  },
  dispute_resolved: {
    en: 'A dispute was resolved. Open it to read the result and until when you can appeal.',
    fr: 'Un litige a été tranché. Ouvrez-le pour lire le résultat et la date limite de recours.',
  },
  dispute_withdrawn: { en: 'A dispute was withdrawn.', fr: 'Un litige a été retiré.' },
  enquiry_received: {
    en: 'You have a new enquiry. Answer it within 7 days.',
    fr: 'Vous avez reçu une demande. Répondez-y sous 7 jours.',
  },
  enquiry_accepted: { en: 'Your enquiry was accepted.', fr: 'Votre demande a été acceptée.' },
  enquiry_declined: { en: 'Your enquiry was declined.', fr: 'Votre demande a été déclinée.' },
  enquiry_contact_shared: {
    en: 'Your contact details were given to the provider that accepted your enquiry.',
    fr: 'Vos coordonnées ont été transmises au prestataire qui a accepté votre demande.',
  },
  enquiry_message: {
    en: 'You have a new message about an enquiry.',
    fr: 'Vous avez un nouveau message sur une demande.',
  },
  enquiry_provider_stopped: {
    en: 'A provider that accepted an enquiry of yours, or a claim about it, is not public at present. Read its claims again before you let anybody in.',
    fr: 'Un prestataire qui a accepté une demande de votre part, ou l’une de ses attestations, n’est pas visible du public en ce moment. Relisez ses attestations avant d’ouvrir votre porte.',
  },
  enquiry_closed: { en: 'An enquiry was closed.', fr: 'Une demande a été fermée.' },
  report_decided: {
    en: 'Operators have examined your report of a provider. Open it to read the outcome.',
    fr: 'Les opérateurs ont examiné votre signalement d’un prestataire. Ouvrez-le pour en lire le résultat.',
  },
} satisfies Record<string, Text>;
