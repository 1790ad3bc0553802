import type { PayloadOf } from '@trust/contracts/event';
import { uploadIntentChanged } from '@trust/contracts/events/evidence';
import { emit } from '@trust/service-kit/events/outbox';
import type { Trx } from '../app.ts';
import type { IntentState, UploadPurpose } from '../db/schema.ts';

type IntentKeys = { purpose: UploadPurpose; id: string; provider_id: string; case_id: string; requirement_key: string };

/** Of evidence only: projections count the uploads of representatives. */
export async function announceIntent(trx: Trx, intent: IntentKeys, state: IntentState): Promise<void> {
  if (intent.purpose === 'evidence') await emit(trx, uploadIntentChanged, intentPayload(intent, state));
}

export function intentPayload(
  intent: Omit<IntentKeys, 'purpose'>,
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
