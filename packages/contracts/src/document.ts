/** Bytes that a document may have, whatever its requirement allows below that (contract §2). */
export const documentBytes = { least: 1024, most: 15 * 1024 * 1024 } as const;
