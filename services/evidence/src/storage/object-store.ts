import type { Readable } from 'node:stream';

/** What the bytes of an upload turned out to be. */
export type Sealed = { objectKey: string; bytes: number; sha256: Buffer; mediaType: string | undefined };

export type Part = {
  uploadRef: string;
  sessionId: string;
  partNumber: number;
  sizeBytes: number;
  expiresAt: Date;
};
export type PartTarget = { url: string; headers: Record<string, string> };
export type ByteRange = { start: number; end: number };

/** Names are handed out in the order of their bytes, from the one after `after` on; fewer than `limit` are the last. */
export type Stretch = { after: string; limit: number };

/** The name of the object that holds a store's mark: of another form than all the others. */
export const storeMark = 'trust-store-mark';

/** The store answers, and has no such object. */
export class MissingObject extends Error {
  override readonly name = 'MissingObject';
}

/**
 * Where uploads arrive in parts, and where evidence is kept. Two areas: what clients can write to is never what reviewers read.
 * Nothing here knows a provider, a case or a name: references and keys are random. A folder and S3 pass the same tests.
 */
export type ObjectStore = {
  /** Begins an upload; returns the reference it is known by. */
  begin(): Promise<string>;
  /** Where the client puts a part, until `expiresAt`. */
  partTarget(part: Part): Promise<PartTarget>;
  /** Bytes of each part that has arrived, by its number. */
  receivedParts(uploadRef: string): Promise<ReadonlyMap<number, number>>;
  /**
   * Copies the parts, in order, into a new object of the evidence area, and says what the copy is. What is written to the upload
   * afterwards cannot change it (promise U2). Undefined if a part is missing.
   */
  seal(uploadRef: string, partCount: number): Promise<Sealed | undefined>;
  /** Ends an upload and drops its parts. */
  abandon(uploadRef: string): Promise<void>;
  /** Bytes of an object; throws `MissingObject` before the first one if there is no such object. */
  read(objectKey: string, range?: ByteRange): Promise<Readable>;
  /** Keeps bytes of our own making; returns the key of the object. */
  save(bytes: Buffer): Promise<string>;
  remove(objectKey: string): Promise<void>;
  /** Throws if the store cannot be used, for readiness. */
  check(): Promise<void>;
  /** Whether there is such an object; false from a store that has lost the whole area as well. */
  has(objectKey: string): Promise<boolean>;
  /** What `setMark` has left among the objects, where no sweep finds it: by this a store is known again (promise U7). */
  mark(): Promise<string | undefined>;
  setMark(mark: string): Promise<void>;
  /** What lies there, for finding what belongs to nothing. What bears no name of ours is not ours. */
  uploads(stretch: Stretch): Promise<{ uploadRef: string; at: Date }[]>;
  objects(stretch: Stretch): Promise<{ objectKey: string; at: Date }[]>;
};
