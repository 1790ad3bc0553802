import { createHmac } from 'node:crypto';
import { sealingKey } from '@trust/service-kit/sealing/seal';
import type { Channel } from './identifier.ts';

/** `identifier` is normalised. */
export type ContactHash = {
  /** The person is part of it, so equal contacts of two people have different hashes. */
  (personId: string, channel: Channel, identifier: string): string;
  /** Equal for two people with one mailbox or number: `+tag` is no part of it. Dots are, since most hosts tell them apart. */
  ofMailbox(channel: Channel, identifier: string): string;
};

export function contactHashOf(secret: string): ContactHash {
  const keyFor = (purpose: string) => sealingKey(Buffer.from(secret, 'base64url'), purpose);
  const hash = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest('base64url');
  const [key, mailboxKey] = [keyFor('hash verified contact points'), keyFor('compare mailboxes')];
  const ofPerson = (personId: string, channel: Channel, identifier: string) =>
    hash(key, `${personId} ${channel} ${identifier}`);
  return Object.assign(ofPerson, {
    ofMailbox: (channel: Channel, identifier: string) =>
      hash(mailboxKey, `${channel} ${withoutTag(channel, identifier)}`),
  });
}

function withoutTag(channel: Channel, identifier: string): string {
  const [plus, at] = [identifier.indexOf('+'), identifier.lastIndexOf('@')];
  return channel === 'email' && plus > 0 && plus < at ? identifier.slice(0, plus) + identifier.slice(at) : identifier;
}
