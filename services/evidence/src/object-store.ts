import type { Readable } from 'node:stream';

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

/** Names in byte order, after `after`. Fewer than `limit` are the last ones. */
export type ListOptions = { after: string; limit: number };

/** The public folder: content-addressed names, apart from the documents and never swept with them. */
export type PublicFolder = {
  put(name: string, bytes: Buffer): Promise<void>;
  /** Throws `MissingObject` before the first byte. */
  read(name: string): Promise<Readable>;
  remove(name: string): Promise<void>;
};

/** No document can have this key. */
export const storeMarkKey = 'trust-store-mark';

export class MissingObject extends Error {
  override readonly name = 'MissingObject';
}

/** Clients write parts of uploads; reviewers read objects. References and keys are random. */
export type ObjectStore = {
  begin(): Promise<string>;
  partTarget(part: Part): Promise<PartTarget>;
  /** Size of each part that has arrived, by part number. */
  receivedParts(uploadRef: string): Promise<ReadonlyMap<number, number>>;
  /** Inspects its copy, which later writes to the upload cannot change (promise U2). */
  seal(uploadRef: string, partCount: number): Promise<Sealed | undefined>;
  abandon(uploadRef: string): Promise<void>;
  /** Throws `MissingObject` before the first byte. */
  read(objectKey: string, range?: ByteRange): Promise<Readable>;
  save(bytes: Buffer): Promise<string>;
  remove(objectKey: string): Promise<void>;
  check(): Promise<void>;
  /** Also false where the whole area is missing. */
  has(objectKey: string): Promise<boolean>;
  /** Identifies the store (promise U7). Never listed by `objects`. */
  mark(): Promise<string | undefined>;
  setMark(mark: string): Promise<void>;
  /** The sweep uses it. It lists only names that this service made. */
  readonly published: PublicFolder;
  uploads(options: ListOptions): Promise<{ uploadRef: string; at: Date }[]>;
  objects(options: ListOptions): Promise<{ objectKey: string; at: Date }[]>;
};

export type PartClaims = { sessionId: string; partNumber: number; sizeBytes: number; expiresAt: Date };
export type Received = 'stored' | 'too_long' | 'too_short' | 'upload_ended';

/** Used where clients cannot send parts to the store itself. */
export type PartReceiver = {
  verifyToken(token: string, partNumber: number, now: Date): PartClaims | undefined;
  /** Stores a part of exactly `sizeBytes`, or nothing. A part may be sent again. */
  receivePart(upload: { uploadRef: string; partNumber: number; sizeBytes: number }, body: Readable): Promise<Received>;
};
