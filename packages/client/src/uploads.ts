import type { EvidenceConfirmation, Media, UploadIntent, UploadIntentCreate } from './generated/contract.ts';
import { type ImageTarget, uploadImage } from './image-uploads.ts';
import { isProblem } from './problem.ts';
import { isDamaged, isOutdated, maxRounds, sendParts, type UploadControl, type UploadOptions } from './upload-parts.ts';

/** Says what the document is for. The client adds size, hash and, from `Blob.type`, the media type. */
export type UploadTarget = Omit<UploadIntentCreate, 'clientIntentKey' | 'sizeBytes' | 'sha256' | 'mediaType'> & {
  mediaType?: UploadIntentCreate['mediaType'];
};

/** Remembered until the upload ends, so that another process continues it. */
type UploadState = { clientIntentKey: string; confirmKey: string; intentId?: string };
type Job = { document: Blob; body: UploadIntentCreate; storageKey: string; state: UploadState; isDamaged?: boolean };

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

  /** An image for the public profile. Operators approve it before it is public. Call it again after an interruption. */
  uploadImage(image: Blob, target: ImageTarget, control: UploadControl = {}): Promise<Media> {
    return uploadImage(this.#options, image, target, control);
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
    control: UploadControl,
    isLastRound: boolean,
  ): Promise<EvidenceConfirmation | undefined> {
    try {
      const sending = { ...control, isDamaged: job.isDamaged ?? false };
      await sendParts(this.#options.transport, job.document, session.parts, sending);
      const params = { path: { id }, header: { 'Idempotency-Key': job.state.confirmKey } };
      return await this.#options.api.confirmUploadIntent({ params, signal: control.signal ?? null });
    } catch (error) {
      if (isLastRound || !isOutdated(error)) throw error;
      job.isDamaged = isDamaged(error);
      return undefined;
    }
  }
}
