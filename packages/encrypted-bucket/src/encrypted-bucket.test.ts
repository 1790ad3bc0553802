import { randomBytes, randomUUID } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { AccountClient, type S3Account } from '@trust/s3/account-client';
import { sharedResource } from '@trust/service-testing/shared-resource';
import { beforeAll, expect, test } from 'vitest';
import { decrypterFor, encrypterFor, isRecipients, newIdentity } from './age-keys.ts';
import { EncryptedBucket, type StoredObject } from './encrypted-bucket.ts';

const name = `encrypted-${randomUUID()}`;
const owner = await newIdentity();
const encrypter = encrypterFor(owner.recipient);
let s3: AccountClient;
let bucket: EncryptedBucket;
beforeAll(async () => {
  const account = await sharedResource<S3Account>('swift');
  s3 = new AccountClient(account);
  await s3.createBucket(name);
  bucket = new EncryptedBucket({ ...account, bucket: name });
}, 300_000);

const small = randomBytes(300_000);
const store = (key: string, bytes = small) => bucket.encrypt(key, Readable.from([bytes]), encrypter);

async function read(stored: StoredObject, identity = owner.text): Promise<Buffer> {
  const target = new PassThrough();
  const received = buffer(target).catch(() => Buffer.alloc(0));
  await bucket.decrypt(stored, decrypterFor(identity), target);
  return received;
}

test('returns what was stored, of several parts, and only to those who have the identity', async () => {
  const large = randomBytes(40 * 1024 * 1024);
  const { plain, stored } = await store('large', large);
  expect(plain.bytes).toBe(large.length);
  expect(stored.bytes).toBeGreaterThan(large.length);
  expect((await bucket.sizes('lar')).get('large')).toBe(stored.bytes);
  expect((await read(stored)).equals(large)).toBe(true);
  const other = await newIdentity();
  await expect(read(stored, other.text)).rejects.toThrow('The identity does not fit this backup');
});

test('refuses an object that was changed, cut, replaced or removed', async () => {
  const { stored } = await store('object');
  const bytes = await buffer(await s3.getObject(name, 'object'));
  const flipped = Buffer.from(bytes);
  flipped.writeUInt8(flipped.readUInt8(200_000) ^ 1, 200_000);
  const replaced = await buffer(await s3.getObject(name, (await store('other', randomBytes(10))).stored.key));
  for (const fault of [flipped, bytes.subarray(0, 100_000), Buffer.from('no age file'), replaced]) {
    await s3.putObject(name, 'object', fault);
    await expect(read(stored)).rejects.toThrow(/object in the bucket .* was changed or damaged\. Choose another/);
  }
  await s3.removeObject(name, 'object');
  await expect(read(stored)).rejects.toThrow(/object in the bucket .* is missing\. Choose another backup/);
});

test('leaves no object when its source fails', async () => {
  const failing = Readable.from(
    (async function* () {
      yield small;
      throw new Error('pg_dump ended with 1');
    })(),
  );
  await expect(bucket.encrypt('failing', failing, encrypter)).rejects.toThrow('pg_dump ended with 1');
  expect([...(await bucket.sizes('failing')).keys()]).toEqual([]);
});

test('rejects an invalid public key, and an identity file without a private key', async () => {
  const other = await newIdentity();
  expect(isRecipients(`${owner.recipient}, ${other.recipient}`)).toBe(true);
  for (const wrong of ['', 'age1wrong', owner.text]) expect(isRecipients(wrong)).toBe(false);
  expect(() => decrypterFor(owner.recipient)).toThrow('has no line with AGE-SECRET-KEY-');
});
