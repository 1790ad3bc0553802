import { createHash } from 'node:crypto';
import { PassThrough, Readable, Transform } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { AccountClient, ifNotFound, isNotFound, type S3Account } from '@trust/s3/account-client';
import type { Decrypter, Encrypter } from 'age-encryption';

type Description = { bytes: number; sha256: string };

/** What lies in the bucket: the encrypted bytes. */
export type StoredObject = Description & { key: string };

/** S3 allows 10 000 parts, so an object has at most 312 GiB. */
const partSize = 32 * 1024 * 1024;

/** Objects of one bucket, encrypted on their way. It needs no right to delete. */
export class EncryptedBucket {
  readonly #s3: AccountClient;
  readonly name: string;

  constructor({ bucket, ...account }: S3Account & { bucket: string }) {
    this.#s3 = new AccountClient(account, { partSize });
    this.name = bucket;
  }

  /** Returns size and hash of both, the plain and the stored bytes. An upload whose source fails leaves no object. */
  async encrypt(
    key: string,
    source: Readable,
    encrypter: Encrypter,
  ): Promise<{ plain: Description; stored: StoredObject }> {
    const [plain, stored] = [describing(), describing()];
    const body = new PassThrough();
    try {
      const encrypted = await encrypter.encrypt(webOf(source.compose(plain.stream)));
      const reading = pipeline(nodeOf(encrypted), stored.stream, body);
      const sending = this.#s3.putObject(this.name, key, body);
      // Each hangs when the other fails.
      await Promise.race([reading.then(() => sending), sending.then(() => reading)]);
    } catch (error) {
      for (const stream of [source, body]) stream.destroy();
      throw error;
    }
    return { plain: plain.result(), stored: { key, ...stored.result() } };
  }

  /** Writes the object into `target`; throws unless it is the one that was stored and `decrypter` has its key. */
  async decrypt(stored: StoredObject, decrypter: Decrypter, target: NodeJS.WritableStream): Promise<void> {
    const source = await this.#s3.getObject(this.name, stored.key).catch((error: unknown) => {
      if (!isNotFound(error)) throw error;
      throw new Error(`${this.#named(stored.key)} is missing. Choose another backup.`);
    });
    let interruption: unknown;
    source.once('error', (error) => {
      interruption = error;
    });
    const received = describing();
    try {
      const plain = await decrypter.decrypt(webOf(source.compose(received.stream)));
      await pipeline(nodeOf(plain), target);
    } catch (error) {
      source.destroy();
      if (interruption) throw interruption;
      if (error instanceof Error && 'code' in error) throw error;
      if (error instanceof Error && error.message.startsWith('no identity matched'))
        throw new Error(
          'The identity does not fit this backup. Give the file whose public key BACKUP_RECIPIENT was at its time.',
        );
      throw this.#damaged(stored.key);
    }
    if (received.result().sha256 !== stored.sha256) throw this.#damaged(stored.key);
  }

  async putText(key: string, body: string): Promise<void> {
    await this.#s3.putObject(this.name, key, body);
  }

  /** Undefined if there is no such object. */
  async text(key: string): Promise<string | undefined> {
    const source = await this.#s3.getObject(this.name, key).catch(ifNotFound(undefined));
    return source && text(source);
  }

  /** Sizes of the objects whose key begins with `prefix`, by key. */
  async sizes(prefix: string): Promise<Map<string, number>> {
    const found = new Map<string, number>();
    for await (const { name, size } of this.#s3.listObjectsV2(this.name, prefix, true)) if (name) found.set(name, size);
    return found;
  }

  #named(key: string): string {
    return `${key} in the bucket ${this.name}`;
  }

  #damaged(key: string): Error {
    return new Error(`${this.#named(key)} was changed or damaged. Choose another backup; find out who writes there.`);
  }
}

function describing() {
  const hash = createHash('sha256');
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  return { stream, result: (): Description => ({ bytes, sha256: hash.digest('hex') }) };
}

/** Node and the platform have two types of one class. */
const webOf = (stream: Readable) => Readable.toWeb(stream) as unknown as ReadableStream<Uint8Array>;
const nodeOf = (stream: ReadableStream<Uint8Array>) => Readable.fromWeb(stream as unknown as NodeStream);
