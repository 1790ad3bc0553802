import type { RefusalReason } from '@trust/contracts/events/evidence';
import type { Text } from '@trust/contracts/values/text';

export const refusalTexts: Readonly<Record<RefusalReason, Text>> = {
  damaged: {
    en: 'The file is damaged. Take the photo or export the document again, then upload the new file.',
    fr: 'Le fichier est endommagé. Reprenez la photo ou exportez de nouveau le document, puis envoyez le nouveau fichier.',
  },
  encrypted: {
    en: 'The PDF is encrypted or protected. Print it to a new PDF and upload the new file.',
    fr: 'Le PDF est chiffré ou protégé. Imprimez-le dans un nouveau PDF, puis envoyez ce nouveau fichier.',
  },
  active_content: {
    en: 'The PDF contains a script, an attachment or a launch action. Print it to a new PDF and upload the new file.',
    fr: 'Le PDF contient un script, une pièce jointe ou une commande. Imprimez-le dans un nouveau PDF, puis envoyez ce nouveau fichier.',
  },
  two_formats: {
    en: 'The file is also a valid archive or web page. Export the document again and upload the new file.',
    fr: 'Le fichier est aussi une archive ou une page web. Exportez de nouveau le document, puis envoyez le nouveau fichier.',
  },
  too_many_pixels: {
    en: 'The image exceeds 40 megapixels. Reduce its size and upload it again.',
    fr: 'L’image dépasse 40 mégapixels. Réduisez sa taille, puis envoyez-la de nouveau.',
  },
  too_complex: {
    en: 'The file is too complex to process. Print it to a new PDF or take a photo, then upload the new file.',
    fr: 'Le fichier est trop complexe pour être traité. Imprimez-le dans un nouveau PDF ou photographiez-le, puis envoyez le nouveau fichier.',
  },
};

export const malwareAdvice: Text = {
  en: 'The malware scan found something in the file. Take the photo or export the document again on a clean device, then upload the new file.',
  fr: 'L’analyse antivirus a trouvé un élément dans le fichier. Reprenez la photo ou exportez de nouveau le document sur un appareil sain, puis envoyez le nouveau fichier.',
};
