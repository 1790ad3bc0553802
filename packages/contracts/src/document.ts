import { valueList } from './value-list.ts';
/** A requirement can set a lower maximum (contract §2). */
export const documentSizeBytes = { min: 1024, max: 15 * 1024 * 1024 } as const;

export const ImageMediaType = valueList({
  'image/jpeg': { en: 'Image/jpeg', fr: '', means: 'JPEG.' },
  'image/png': { en: 'Image/png', fr: '', means: 'PNG.' },
  'image/heic': { en: 'Image/heic', fr: '', means: 'HEIC.' },
});
export const imageMediaTypes = ImageMediaType.options;

/** What a public page may show. HEIC is not shown by all browsers, and is converted by phones. */
export const PublicImageMediaType = valueList({
  'image/jpeg': { en: 'Image/jpeg', fr: '', means: 'JPEG.' },
  'image/png': { en: 'Image/png', fr: '', means: 'PNG.' },
  'image/webp': { en: 'Image/webp', fr: '', means: 'WebP.' },
});

export const documentMediaTypes = ['application/pdf', ...imageMediaTypes] as const;
