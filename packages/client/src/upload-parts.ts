import type { UploadPart } from './generated/contract.ts';
import type { OperationsApi } from './operations-api.ts';
import { isProblem, readProblem } from './problem.ts';
import type { ClientStorage } from './storage.ts';
import type { Transport } from './transport.ts';

export type UploadOptions = {
  api: OperationsApi;
  storage: ClientStorage;
  transport: Transport;
  newId: () => string;
  sha256: (document: Blob) => Promise<string>;
};

export type UploadProgress = { sentBytes: number; totalBytes: number };

export type UploadControl = {
  /** Called at the start, with the bytes that the platform already has, and after each part. */
  onProgress?: (progress: UploadProgress) => void;
  /** Pauses the upload: the same call with the same file continues it. */
  signal?: AbortSignal;
};

/** A part URL is valid for 15 minutes, a session for 60: more rounds mean another fault. */
export const maxRounds = 4;

type Sending = { signal?: AbortSignal | null; isDamaged?: boolean } & Pick<UploadControl, 'onProgress'>;

/** Sends the parts that the platform lacks; all of them if those that it has are damaged. */
export async function sendParts(
  transport: Transport,
  file: Blob,
  stored: UploadPart[],
  { onProgress, signal = null, isDamaged = false }: Sending,
): Promise<void> {
  const parts = stored.map((part) => ({ ...part, received: part.received && !isDamaged }));
  const sum = (some: UploadPart[]) => some.reduce((bytes, { sizeBytes }) => bytes + sizeBytes, 0);
  const report = () =>
    onProgress?.({ sentBytes: sum(parts.filter(({ received }) => received)), totalBytes: file.size });
  report();
  for (const [index, part] of parts.entries()) {
    if (part.received) continue;
    await putPart(transport, part, sliceAt(file, sum(parts.slice(0, index)), part), signal);
    part.received = true;
    report();
  }
}

/** The platform got other bytes than those of the document. */
export function isDamaged(error: unknown): boolean {
  const codes = isProblem(error, 'upload-state') ? error.errors.map(({ code }) => code) : [];
  return codes.includes('hash_mismatch') || codes.includes('size_mismatch');
}

async function putPart(
  transport: Transport,
  { method, url, headers }: UploadPart,
  body: Blob,
  signal: AbortSignal | null,
): Promise<void> {
  const init = { method, headers, body, signal, credentials: 'omit' as const };
  // As long as it takes on a slow network: the platform ends a connection that sends nothing.
  const response = await transport(() => new Request(url, init), { timeoutMs: 0 });
  if (!response.ok) throw await readProblem(response);
  await response.body?.cancel();
}

function sliceAt(file: Blob, start: number, { sizeBytes, headers }: UploadPart): Blob {
  const [, type = ''] = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type') ?? [];
  return file.slice(start, start + sizeBytes, type);
}

/** A URL or session that ended: the upload has the next. S3 answers 403 without a problem. */
export function isOutdated(error: unknown): boolean {
  return isProblem(error) && (error.type === 'upload-state' || error.type === 'not-found' || error.type === 'other');
}
