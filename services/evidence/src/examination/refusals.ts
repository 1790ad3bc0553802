import type { RefusalReason } from '@trust/contracts/events/evidence';
import type { Text } from '@trust/contracts/text';

/** Why a document without malware is not taken, and what its representative can do about it. */
export const refusalTexts: Readonly<Record<RefusalReason, Text>> = {
  damaged: {
    en: 'The file cannot be opened to its end. Take the photo or export the document again, and upload that.',
    fr: 'Le fichier ne s’ouvre pas jusqu’au bout. Reprenez la photo ou exportez de nouveau le document, puis envoyez-le.',
  },
  encrypted: {
    en: 'The PDF is protected by a password or against changes. Print it to a new PDF and upload that.',
    fr: 'Le PDF est protégé par un mot de passe ou contre les modifications. Imprimez-le dans un nouveau PDF, puis envoyez celui-ci.',
  },
  active_content: {
    en: 'The PDF holds a script, an attachment or a command. Print it to a new PDF and upload that.',
    fr: 'Le PDF contient un script, une pièce jointe ou une commande. Imprimez-le dans un nouveau PDF, puis envoyez celui-ci.',
  },
  two_formats: {
    en: 'The file is an archive or a web page as well. Export the document again and upload that.',
    fr: 'Le fichier est aussi une archive ou une page web. Exportez de nouveau le document, puis envoyez-le.',
  },
  too_many_pixels: {
    en: 'The picture has more than 40 megapixels. Make it smaller and upload that.',
    fr: 'L’image dépasse 40 mégapixels. Réduisez-la, puis envoyez-la.',
  },
  too_complex: {
    en: 'The file takes too much work to open. Print it to a new PDF, or take a photo, and upload that.',
    fr: 'Le fichier demande trop de calcul pour être ouvert. Imprimez-le dans un nouveau PDF ou prenez-en une photo, puis envoyez-la.',
  },
};

/** Ends an examination: the document is what it is, and no other try would find anything else. */
export class RefusedDocument extends Error {
  readonly refusal: RefusalReason;

  constructor(refusal: RefusalReason) {
    super(refusal);
    this.refusal = refusal;
  }
}

/** Whether memory has come to an end: nested too deep for the stack, too large for an array, or a WebAssembly library that stopped. */
export function isExhaustion(error: unknown): boolean {
  return error instanceof RangeError || (error instanceof Error && error.name === 'RuntimeError');
}

/** What a parser throws about a document. That memory has ended is no fault of its form. */
export function damaged(error: unknown): unknown {
  return isExhaustion(error) ? error : new RefusedDocument('damaged');
}
