import type { Text } from '@trust/contracts/text';
import { conflict, type Problem } from '@trust/service-kit/http/problem';

/** For whoever reviews it. */
export function lostDocument(): Problem {
  return conflict({
    en: 'The store no longer has this document, which is our fault. Its provider is asked to upload it again: come back once there is a newer version.',
    fr: 'Ce document n’est plus dans notre stockage, et c’est de notre fait. Le prestataire est invité à l’envoyer de nouveau : revenez dès qu’une version plus récente est là.',
  });
}

/** For whoever uploaded it. */
export const lostAdvice: Text = {
  en: 'We have lost this document and are sorry. Upload it again where your workspace asks for it.',
  fr: 'Nous avons perdu ce document et vous prions de nous en excuser. Envoyez-le de nouveau là où votre espace le demande.',
};
