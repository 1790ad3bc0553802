export const partBytes = 5 * 1024 * 1024;

export function partsOf(sizeBytes: number): { partNumber: number; sizeBytes: number }[] {
  const count = Math.ceil(sizeBytes / partBytes);
  return Array.from({ length: count }, (_, index) => ({
    partNumber: index + 1,
    sizeBytes: Math.min(partBytes, sizeBytes - index * partBytes),
  }));
}
