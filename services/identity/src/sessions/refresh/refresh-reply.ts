import { createHash, hkdfSync } from 'node:crypto';
import { CompactEncrypt, compactDecrypt } from 'jose';
import type { Db, Trx } from '../../app.ts';
import { findReply, insertReply } from '../queries.ts';
import { Tokens } from '../schema.ts';

/** `key`: the `Idempotency-Key`, or a constant for a cookie. */
export type PresentedToken = { token: string; tokenHash: Buffer; key: string | undefined };
export type KeyedToken = PresentedToken & { key: string };

const replaySeconds = 60;

/** Kept for a minute, for a client that lost the reply and repeats token and key (promise A8). */
export async function storeReply(trx: Trx, presented: KeyedToken, tokens: Tokens, now: Date): Promise<void> {
  const answer = await new CompactEncrypt(Buffer.from(JSON.stringify(tokens)))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(sealingKey(presented));
  await insertReply(trx, {
    token_hash: presented.tokenHash,
    key_hash: sha256(presented.key),
    answer,
    expires_at: new Date(now.getTime() + replaySeconds * 1000),
  });
}

/** Undefined for another key, after a minute, or once the new tokens were used. */
export async function replayReply(trx: Trx, presented: KeyedToken, now: Date): Promise<Tokens | undefined> {
  const stored = await findStoredReply(trx, presented, now);
  if (!stored) return undefined;
  const { plaintext } = await compactDecrypt(stored.answer, sealingKey(presented));
  return Tokens.parse(JSON.parse(Buffer.from(plaintext).toString()));
}

export async function isReplayable(db: Db, presented: PresentedToken, now: Date): Promise<boolean> {
  const { key } = presented;
  return key !== undefined && (await findStoredReply(db, { ...presented, key }, now)) !== undefined;
}

async function findStoredReply(db: Db | Trx, { tokenHash, key }: KeyedToken, now: Date) {
  const stored = await findReply(db, tokenHash);
  return stored && stored.expires_at > now && stored.key_hash.equals(sha256(key)) ? stored : undefined;
}

/** From the token, of which the database has only the hash: a stored row cannot be opened alone. */
function sealingKey({ token, key }: KeyedToken): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', token, sha256(key), 'refresh reply', 32));
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
