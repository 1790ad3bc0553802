import { createHash } from 'node:crypto';

/** Sorts by time. One name has one content, so a repeated write may find its own file or object. */
export function checkpointName(jws: string): string {
  const [, payload = ''] = jws.split('.');
  const { at } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { at: string };
  const hash = createHash('sha256').update(jws).digest('hex').slice(0, 16);
  return `${at.replaceAll(':', '')}-${hash}.jws`;
}

export const isCheckpointName = (name: string): boolean => name.endsWith('.jws');
