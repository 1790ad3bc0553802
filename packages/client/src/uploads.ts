import type { EvidenceConfirmation, UploadIntent, UploadIntentCreate, UploadPart } from './generated/contract.ts';
import type { OperationsApi } from './operations-api.ts';
import { isProblem, readProblem } from './problem.ts';
import type { ClientStorage } from './storage.ts';
import type { Transport } from './transport.ts';

/** What the document is for. The client adds size, hash and, from `Blob.type`, the media type. */
export type UploadTarget = Omit<UploadIntentCreate, 'clientIntentKey' | 'sizeBytes' | 'sha256' | 'mediaType'> & {
  mediaType?: UploadIntentCreate['mediaType'];
};

export type UploadProgress = { sentBytes: number; totalBytes: number };

export type UploadControl = {
  /** Called at the start, with the bytes that the platform already has, and after each part. */
  onProgress?: (progress: UploadProgress) => void;
  /** Pauses the upload: `upload` with the same document continues it. */
  signal?: AbortSignal;
};

export type UploadOptions = {
  api: OperationsApi;
  storage: ClientStorage;
  transport: Transport;
  newId: () => string;
  sha256: (document: Blob) => Promise<string>;
};

/** Remembered until the upload ends, so that another process continues it. */
type UploadState = { clientIntentKey: string; confirmKey: string; intentId?: string };
type Job = { document: Blob; body: UploadIntentCreate; storageKey: string; state: UploadState };

/** A part URL is valid for 15 minutes, a session for 60: more rounds mean another fault. */
const maxRounds = 4;

export class Uploads {
  readonly #options: UploadOptions;

  constructor(options: UploadOptions) {
    this.#options = options;
  }

  /** Sends the parts that the platform lacks, and confirms. Call it again after any interruption. */
  async upload(document: Blob, target: UploadTarget, control: UploadControl = {}): Promise<EvidenceConfirmation> {
    const job = await this.#job(document, target);
    for (let round = 1; ; round++) {
      const intent = await this.#open(job, control);
      const confirmed = intent.evidence ?? (await this.#complete(job, intent, control, round === maxRounds));
      if (!confirmed) continue;
      await this.#options.storage.delete(job.storageKey);
      const { evidenceId, evidenceVersionId, confirmedAt, processing } = confirmed;
      return { evidenceId, evidenceVersionId, confirmedAt, processing };
    }
  }

  /** Cancels an upload that has not been confirmed; a later `upload` starts anew. */
  async cancel(document: Blob, target: UploadTarget): Promise<void> {
    const { storageKey, state } = await this.#job(document, target);
    if (state.intentId) await this.#options.api.deleteUploadIntent({ params: { path: { id: state.intentId } } });
    await this.#options.storage.delete(storageKey);
  }

  async #job(document: Blob, target: UploadTarget): Promise<Job> {
    const { storage, newId, sha256 } = this.#options;
    const hash = await sha256(document);
    const storageKey = `trust.upload.${target.caseId}.${target.requirementKey}.${hash}`;
    const stored = await storage.get(storageKey);
    const state = stored === undefined ? { clientIntentKey: newId(), confirmKey: newId() } : JSON.parse(stored);
    if (stored === undefined) await storage.set(storageKey, JSON.stringify(state));
    const mediaType = (target.mediaType ?? document.type) as UploadIntentCreate['mediaType'];
    const { clientIntentKey } = state;
    return {
      document,
      storageKey,
      state,
      body: { ...target, mediaType, clientIntentKey, sizeBytes: document.size, sha256: hash },
    };
  }

  /** The intent with a session that accepts parts, or with its evidence. */
  async #open(job: Job, control: UploadControl): Promise<UploadIntent> {
    const { api } = this.#options;
    const signal = control.signal ?? null;
    const intent = (await this.#find(job, signal)) ?? (await this.#create(job, signal));
    if (intent.state === 'cancelled' || intent.state === 'expired') {
      job.state = { clientIntentKey: this.#options.newId(), confirmKey: this.#options.newId() };
      job.body = { ...job.body, clientIntentKey: job.state.clientIntentKey };
      return this.#create(job, signal);
    }
    if (intent.state === 'retryable' || (!intent.evidence && intent.session.state !== 'requested'))
      return api.retryUploadIntent({ params: { path: { id: intent.id } }, signal });
    return intent;
  }

  async #find({ state }: Job, signal: AbortSignal | null): Promise<UploadIntent | undefined> {
    if (!state.intentId) return undefined;
    try {
      return await this.#options.api.getUploadIntent({ params: { path: { id: state.intentId } }, signal });
    } catch (error) {
      if (isProblem(error, 'not-found')) return undefined;
      throw error;
    }
  }

  async #create(job: Job, signal: AbortSignal | null): Promise<UploadIntent> {
    const intent = await this.#options.api.createUploadIntent({ body: job.body, signal });
    job.state = { ...job.state, intentId: intent.id };
    await this.#options.storage.set(job.storageKey, JSON.stringify(job.state));
    return intent;
  }

  /** Undefined if the session or its URLs ended meanwhile; in the last round that is an error. */
  async #complete(
    job: Job,
    { id, session }: UploadIntent,
    { signal = null, onProgress }: { signal?: AbortSignal | null } & Pick<UploadControl, 'onProgress'>,
    isLastRound: boolean,
  ): Promise<EvidenceConfirmation | undefined> {
    const sum = (parts: UploadPart[]) => parts.reduce((bytes, { sizeBytes }) => bytes + sizeBytes, 0);
    const report = () =>
      onProgress?.({
        sentBytes: sum(session.parts.filter(({ received }) => received)),
        totalBytes: job.document.size,
      });
    try {
      report();
      for (const [index, part] of session.parts.entries()) {
        if (part.received) continue;
        await this.#putPart(part, sliceAt(job.document, sum(session.parts.slice(0, index)), part), signal);
        part.received = true;
        report();
      }
      const params = { path: { id }, header: { 'Idempotency-Key': job.state.confirmKey } };
      return await this.#options.api.confirmUploadIntent({ params, signal });
    } catch (error) {
      if (isLastRound || !isOutdated(error)) throw error;
      return undefined;
    }
  }

  async #putPart({ method, url, headers }: UploadPart, body: Blob, signal: AbortSignal | null): Promise<void> {
    const init = { method, headers, body, signal, credentials: 'omit' as const };
    const response = await this.#options.transport(() => new Request(url, init));
    if (!response.ok) throw await readProblem(response);
    await response.body?.cancel();
  }
}

function sliceAt(document: Blob, start: number, { sizeBytes, headers }: UploadPart): Blob {
  const [, type = ''] = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type') ?? [];
  return document.slice(start, start + sizeBytes, type);
}

/** A URL or session that ended: the intent has the next. S3 answers 403 without a problem. */
function isOutdated(error: unknown): boolean {
  return isProblem(error) && (error.type === 'upload-state' || error.type === 'not-found' || error.type === 'other');
}
