/** A requirement can set a lower maximum (contract §2). */
export const documentSizeBytes = { min: 1024, max: 15 * 1024 * 1024 } as const;

export const imageMediaTypes = ['image/jpeg', 'image/png', 'image/heic'] as const;

/** What a public page may show. HEIC is not shown by all browsers, and is converted by phones. */
export const publicImageMediaTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;

export const documentMediaTypes = ['application/pdf', ...imageMediaTypes] as const;
