import { meaningsOf, valueList } from './values/value-list.ts';
/** A requirement can set a lower maximum (docs/domain/upload.md 5). */
export const documentSizeBytes = { min: 1024, max: 15 * 1024 * 1024 } as const;

export const ImageMediaType = valueList('imageMediaType', {
  'image/jpeg': { en: 'JPEG', fr: 'JPEG', means: 'JPEG.' },
  'image/png': { en: 'PNG', fr: 'PNG', means: 'PNG.' },
  'image/heic': { en: 'HEIC', fr: 'HEIC', means: 'HEIC.' },
});

/** A public page may show these. HEIC is not shown by all browsers, and phones convert it. */
export const PublicImageMediaType = valueList('publicImageMediaType', {
  'image/jpeg': { en: 'JPEG', fr: 'JPEG', means: 'JPEG.' },
  'image/png': { en: 'PNG', fr: 'PNG', means: 'PNG.' },
  'image/webp': { en: 'WebP', fr: 'WebP', means: 'WebP.' },
});

export const DocumentMediaType = valueList('documentMediaType', {
  'application/pdf': { en: 'PDF', fr: 'PDF', means: 'PDF.' },
  ...meaningsOf(ImageMediaType),
});
