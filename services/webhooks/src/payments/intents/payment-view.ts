import { unsealWithAny } from '@trust/service-kit/sealing/seal';
import type { z } from 'zod';
import type { App } from '../../app.ts';
import type { PaymentRow } from './queries.ts';
import type { AccountPayment, PaymentIntent } from './schema.ts';
import type { PaymentState } from './states.ts';

type Shown = PaymentRow & { refunded_minor: string };

function shown(row: Shown) {
  return {
    id: row.id,
    purpose: row.purpose as z.input<typeof PaymentIntent>['purpose'],
    planKey: row.plan_key,
    planVersion: row.plan_version,
    amount: {
      minorUnits: Number(row.amount_minor),
      currency: row.currency as z.input<typeof PaymentIntent>['amount']['currency'],
    },
    refundedMinorUnits: Number(row.refunded_minor),
    state: row.state as PaymentState,
    failureCode: row.failure_code,
    cancelRequestedAt: row.cancel_requested_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
  };
}

/** The secret of a payment that waits for the client is shown to its provider's owner only. */
export function paymentView(row: Shown, { paymentKeys }: Pick<App, 'paymentKeys'>): z.input<typeof PaymentIntent> {
  const secret = row.state === 'requires_action' && row.client_secret;
  return { ...shown(row), clientSecret: secret ? unsealWithAny(paymentKeys, secret, row.id).toString() : null };
}

export function accountPaymentView(row: Shown): z.input<typeof AccountPayment> {
  return { ...shown(row), providerId: row.provider_id };
}
