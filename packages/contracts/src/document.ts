/** A requirement can set a lower maximum (contract §2). */
export const documentSizeBytes = { min: 1024, max: 15 * 1024 * 1024 } as const;

export const imageMediaTypes = ['image/jpeg', 'image/png', 'image/heic'] as const;

export const documentMediaTypes = ['application/pdf', ...imageMediaTypes] as const;
