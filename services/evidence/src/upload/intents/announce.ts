import type { PayloadOf } from '@trust/contracts/event';
import { uploadIntentChanged, uploadIntentSnapshot } from '@trust/contracts/events/evidence';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { Trx } from '../../app.ts';
import type { IntentState, UploadPurpose } from '../../db/schema.ts';
import { lockAnnouncedIntent } from './queries.ts';

type IntentKeys = {
  purpose: UploadPurpose;
  id: string;
  provider_id: string;
  case_id: string | null;
  requirement_key: string | null;
};

/** Announces evidence only: projections count the uploads of representatives. */
export async function announceIntent(trx: Trx, intent: IntentKeys, state: IntentState): Promise<void> {
  const { case_id, requirement_key } = intent;
  if (intent.purpose !== 'evidence' || !case_id || !requirement_key) return;
  await emit(trx, uploadIntentChanged, intentPayload({ ...intent, case_id, requirement_key }, state));
}

function intentPayload(
  intent: { id: string; provider_id: string; case_id: string; requirement_key: string },
  state: IntentState,
): PayloadOf<typeof uploadIntentChanged> {
  return {
    intentId: intent.id,
    providerId: intent.provider_id,
    caseId: intent.case_id,
    requirementKey: intent.requirement_key,
    state,
  };
}

/** New projections need it. */
export async function announceIntentState(trx: Trx, intentId: string): Promise<void> {
  const intent = await lockAnnouncedIntent(trx, intentId);
  if (intent?.purpose === 'evidence') await emit(trx, uploadIntentSnapshot, intentPayload(intent, intent.state));
}
