import { createHmac } from 'node:crypto';
import { sealingKey } from '@trust/service-kit/sealing/seal';
import type { Channel } from './identifier.ts';

export type ContactHash = (personId: string, channel: Channel, identifier: string) => string;

/** `identifier` is normalised. The person is part of it, so equal contacts of two people have different hashes. */
export function contactHashOf(secret: string): ContactHash {
  const key = sealingKey(Buffer.from(secret, 'base64url'), 'hash verified contact points');
  return (personId, channel, identifier) =>
    createHmac('sha256', key).update(`${personId} ${channel} ${identifier}`).digest('base64url');
}
