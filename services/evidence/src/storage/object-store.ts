import type { Readable } from 'node:stream';

/** `mediaType`: detected from the bytes; undefined if unknown. */
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

/** Names in byte order, from after `after` on. Fewer than `limit` are the last ones. */
export type ListOptions = { after: string; limit: number };

/** No document can have this key. */
export const storeMarkKey = 'trust-store-mark';

/** The store responded that it has no such object. */
export class MissingObject extends Error {
  override readonly name = 'MissingObject';
}

/**
 * Two areas: parts of uploads, which clients write, and objects, which reviewers read.
 * References and keys are random. Folder and S3 pass the same tests.
 */
export type ObjectStore = {
  /** Begins an upload; returns its reference. */
  begin(): Promise<string>;
  /** The signed URL that takes a part until `expiresAt`. */
  partTarget(part: Part): Promise<PartTarget>;
  /** Size of each part that has arrived, by part number. */
  receivedParts(uploadRef: string): Promise<ReadonlyMap<number, number>>;
  /**
   * Copies the parts in order into a new object and inspects the copy, which later writes to the
   * upload cannot change (promise U2). Undefined if a part is missing.
   */
  seal(uploadRef: string, partCount: number): Promise<Sealed | undefined>;
  /** Ends an upload and deletes its parts. */
  abandon(uploadRef: string): Promise<void>;
  /** Throws `MissingObject` before the first byte. */
  read(objectKey: string, range?: ByteRange): Promise<Readable>;
  /** Stores bytes that the service made; returns the key of the object. */
  save(bytes: Buffer): Promise<string>;
  remove(objectKey: string): Promise<void>;
  /** For readiness: throws if the store cannot be used. */
  check(): Promise<void>;
  /** Also false where the whole area is missing. */
  has(objectKey: string): Promise<boolean>;
  /** Identifies the store (promise U7). Never listed by `objects`. */
  mark(): Promise<string | undefined>;
  setMark(mark: string): Promise<void>;
  /** For the sweep. Lists only names that this service made. */
  uploads(options: ListOptions): Promise<{ uploadRef: string; at: Date }[]>;
  objects(options: ListOptions): Promise<{ objectKey: string; at: Date }[]>;
};
