import type { ValueMeanings } from '../values/value-list.ts';

/** On an enquiry, for its two sides. */
export const actionsOnEnquiries = {
  accept_enquiry: { en: 'Accept', fr: 'Accepter', means: 'Accept an enquiry.' },
  decline_enquiry: { en: 'Decline', fr: 'Décliner', means: 'Decline an enquiry, which ends it.' },
  close_enquiry: { en: 'Close', fr: 'Fermer', means: 'Close an enquiry, by either side.' },
  send_message: { en: 'Send a message', fr: 'Envoyer un message', means: 'Write to the other side.' },
  get_contact: { en: 'Get the contact', fr: 'Obtenir les coordonnées', means: 'Get the contact of the customer.' },
  block_customer: {
    en: 'Block the customer',
    fr: 'Bloquer le client',
    means: 'Refuse further enquiries of a customer.',
  },
  unblock_customer: { en: 'Unblock the customer', fr: 'Débloquer le client', means: 'End the block of a customer.' },
} satisfies ValueMeanings;
