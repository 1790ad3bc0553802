/** Bytes that a document may have, whatever its requirement allows below that (contract §2). */
export const documentSizeBytes = { min: 1024, max: 15 * 1024 * 1024 } as const;

/** What a document may be, of which a requirement accepts some (contract §2). */
export const documentMediaTypes = ['application/pdf', 'image/jpeg', 'image/png', 'image/heic'] as const;
