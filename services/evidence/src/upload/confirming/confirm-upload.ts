import { evidenceConfirmed } from '@trust/contracts/events/evidence';
import { brokenConstraint } from '@trust/service-kit/database/sql-error';
import { type Idempotency, once } from '@trust/service-kit/http/idempotency';
import { type Reply, reply } from '@trust/service-kit/http/reply';
import { emit } from '@trust/service-kit/outbox/outbox';
import { notFound, Problem } from '@trust/service-kit/problems/problem';
import type { AnyInput } from '@trust/service-kit/request-info';
import type { z } from 'zod';
import { type App, audit, type Trx } from '../../app.ts';
import { announceIntent } from '../intents/announce.ts';
import { deleteParts } from '../intents/delete-parts.ts';
import { partsOf } from '../intents/parts.ts';
import { markUploading } from '../intents/queries.ts';
import type { EvidenceConfirmation } from '../intents/schema.ts';
import { assertVersionLimit } from '../intents/version-limit.ts';
import { announceSameContent } from './announce-same-content.ts';
import { assertConfirmable, brokenCondition, type SealedUpload } from './conditions.ts';
import { contentIndexOf } from './content-index.ts';
import {
  findUpload,
  insertVersion,
  lockUpload,
  type NewVersion,
  type UploadSelector,
  type UploadToConfirm,
} from './queries.ts';

type ConfirmInput = AnyInput & {
  actor: { userId: string };
  providerId: string;
  idempotency: Idempotency | undefined;
  /** Operators give it for the audit log. */
  reason?: string;
};
type Confirmation = z.input<typeof EvidenceConfirmation>;
type View<Body> = (confirmation: Confirmation, trx: Trx) => Body | Promise<Body>;
type Attempt = { selector: UploadSelector; seen: UploadToConfirm; upload: SealedUpload | undefined; isSealed: boolean };

/** What had to be sealed was not, because a condition became true only after it was read. */
class BecameConfirmable extends Error {}

/**
 * Confirms everything or nothing (promise C4). `view` applies what the confirmation of another purpose than evidence
 * means. What it returns is stored under the `Idempotency-Key`: it must be the body of the response.
 */
export async function confirmUpload<Body = Confirmation>(
  input: ConfirmInput,
  app: App,
  selector: UploadSelector,
  view: View<Body> = (confirmation) => confirmation as Body,
  hasBecomeConfirmable = false,
): Promise<Reply<Body>> {
  const seen = await findUpload(app.db, input.providerId, selector);
  if (!seen) throw notFound();
  // The store copies and hashes before any lock is taken, and only what may be confirmed.
  const isSealed = hasBecomeConfirmable || brokenCondition(seen, scopeOf(input), app.now()) === undefined;
  const upload = isSealed ? await sealUpload(app, seen) : undefined;
  const removeCopy = async () => upload && app.store.remove(upload.sealed.objectKey).catch(() => {});

  let confirmation: Reply<Body>;
  try {
    confirmation = await app.db.transact((trx) =>
      once(trx, input.idempotency, async () => {
        const recorded = await recordConfirmation(trx, app, input, { selector, seen, upload, isSealed });
        return reply(await view(recorded, trx), { status: 201 });
      }),
    );
  } catch (error) {
    if (error instanceof BecameConfirmable) return confirmUpload(input, app, selector, view, true);
    // Only a Problem surely did not commit. Otherwise the sweep removes an unused copy.
    if (error instanceof Problem) await removeCopy();
    throw error;
  }
  if (confirmation.isReplayed) await removeCopy();
  else await deleteParts(app, seen.uploadRef);
  return confirmation;
}

const scopeOf = ({ providerId, actor }: ConfirmInput) => ({ providerId, userId: actor.userId });

async function sealUpload({ store }: App, upload: UploadToConfirm): Promise<SealedUpload | undefined> {
  const sealed = await store.seal(upload.uploadRef, partsOf(upload.sizeBytes).length);
  return sealed && { sessionId: upload.sessionId, sealed };
}

async function announceConfirmation(trx: Trx, upload: UploadToConfirm, version: NewVersion): Promise<void> {
  const { intentId, caseId, caseProvider: providerId, requirementKey, documentKind } = upload;
  const { id, evidenceId, uploadedBy: uploaderId, confirmedAt } = version;
  if (!caseId) throw new Error('The confirmed evidence has no case.');
  const intent = {
    id: intentId,
    purpose: upload.purpose,
    provider_id: providerId,
    case_id: caseId,
    requirement_key: requirementKey,
  };
  await announceIntent(trx, intent, 'submitted');
  const about = { evidenceVersionId: id, evidenceId, intentId, caseId, providerId, requirementKey, documentKind };
  await emit(trx, evidenceConfirmed, { ...about, uploaderId, confirmedAt: confirmedAt.toISOString() });
  await announceSameContent(trx, { ...version, providerId });
}

/** Checks all conditions again under the locks. */
async function recordConfirmation(
  trx: Trx,
  app: App,
  input: ConfirmInput,
  { selector, seen, upload, isSealed }: Attempt,
): Promise<Confirmation> {
  const { current, history } = await lockUpload(trx, seen, selector);
  if (!current) throw notFound();
  const confirmedAt = app.now();
  if (!isSealed && !brokenCondition(current, scopeOf(input), confirmedAt)) throw new BecameConfirmable();
  assertConfirmable(current, scopeOf(input), upload, confirmedAt);
  assertVersionLimit(history.versions, current.purpose);

  const { intentId, caseId } = current;
  const evidenceId = history.evidenceId ?? app.newId();
  const version = {
    id: app.newId(),
    evidenceId,
    uploadedBy: input.actor.userId,
    confirmedAt,
    sealed: upload.sealed,
    contentIndex: contentIndexOf(app.contentSecret, upload.sealed.sha256),
  };
  // Parts that a client sent straight to an S3 store have not changed the state of the intent yet.
  if (current.intentState === 'open') await markUploading(trx, intentId);
  const isSubmitted = await insertVersion(trx, current, history, version).catch((error: unknown) => {
    // The item was given to another agent, or ended, since it was read.
    throw brokenConstraint(error) === 'photo_by_assigned_agent' ? notFound() : error;
  });
  if (!isSubmitted) throw new Error('The confirmed upload did not submit its intent.');
  if (current.purpose === 'evidence') await announceConfirmation(trx, current, version);
  await audit(trx, input, {
    objectType: 'evidence_version',
    objectId: version.id,
    reason: input.reason ?? null,
    after: { intentId, evidenceId, caseId, state: 'submitted' },
  });
  const body = { evidenceId, evidenceVersionId: version.id, confirmedAt: confirmedAt.toISOString() };
  return { ...body, processing: 'pending_scan' };
}
