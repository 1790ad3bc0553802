/** The name in the public folder, by the content. */
export function publicName(sha256: Buffer): string {
  return `${sha256.toString('hex')}.webp`;
}

export function hashOfName(name: string): Buffer {
  return Buffer.from(name.slice(0, 64), 'hex');
}
