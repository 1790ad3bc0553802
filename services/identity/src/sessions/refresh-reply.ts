import { createHash, hkdfSync } from 'node:crypto';
import { CompactEncrypt, compactDecrypt } from 'jose';
import type { Db, Trx } from '../app.ts';
import { findReply, insertReply } from './queries.ts';
import { Tokens } from './schema.ts';

/** A refresh token as it was presented, and the key under which its reply can be had again. */
export type Presented = { token: string; tokenHash: Buffer; key: string };
type Shown = Omit<Presented, 'key'> & { key: string | undefined };

const replaySeconds = 60;

/** Keeps the reply to a refresh for a minute: a client that never got it asks again with the same token and key (promise A8). */
export async function keepReply(trx: Trx, presented: Presented, tokens: Tokens, now: Date): Promise<void> {
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

/** The kept reply, or undefined for another key, after a minute, or once somebody has used what was in it. */
export async function replayReply(trx: Trx, presented: Presented, now: Date): Promise<Tokens | undefined> {
  const kept = await findKept(trx, presented, now);
  if (!kept) return undefined;
  const { plaintext } = await compactDecrypt(kept.answer, sealingKey(presented));
  return Tokens.parse(JSON.parse(Buffer.from(plaintext).toString()));
}

/** Whether a reply is kept for this token and key. The limit of refreshes does not count a replay. */
export async function isReplayable(db: Db, shown: Shown, now: Date): Promise<boolean> {
  return shown.key !== undefined && (await findKept(db, { ...shown, key: shown.key }, now)) !== undefined;
}

async function findKept(db: Db | Trx, { tokenHash, key }: Presented, now: Date) {
  const kept = await findReply(db, tokenHash);
  return kept && kept.expires_at > now && kept.key_hash.equals(sha256(key)) ? kept : undefined;
}

/** Derived from the token itself, of which only the hash is stored: whoever reads the row alone cannot open it. */
function sealingKey({ token, key }: Presented): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', token, sha256(key), 'refresh reply', 32));
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
