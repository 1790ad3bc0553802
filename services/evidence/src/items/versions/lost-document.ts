import type { Text } from '@trust/contracts/values/text';
import { conflict, type Problem } from '@trust/service-kit/problems/problem';

export function documentLost(): Problem {
  return conflict({
    en: 'We have lost this document. The provider has been asked to upload it again. Continue once a new version is available.',
    fr: 'Nous avons perdu ce document. Le prestataire a été invité à l’envoyer de nouveau. Poursuivez dès qu’une nouvelle version est disponible.',
  });
}

export const lostAdvice: Text = {
  en: 'We are sorry: we have lost this document. If your workspace requests it, upload it again.',
  fr: 'Nous avons perdu ce document et vous prions de nous en excuser. Si votre espace de travail le demande, envoyez-le de nouveau.',
};
