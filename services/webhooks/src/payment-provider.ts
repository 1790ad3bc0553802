import { valueList } from '@trust/contracts/values/value-list';
import type { z } from 'zod';

/** A payment provider reports a payment in one of these states. */
export const ProviderState = valueList('carrierPaymentState', {
  requires_action: {
    en: 'To be confirmed',
    fr: 'À confirmer',
    means: 'The client must confirm the payment.',
  },
  processing: {
    en: 'Processing',
    fr: 'En cours de traitement',
    means: { en: 'The payment provider is working on it.', fr: 'Le prestataire de paiement le traite.' },
  },
  succeeded: { en: 'Paid', fr: 'Payé', means: { en: 'The money was received.', fr: 'L’argent a été reçu.' } },
  failed: {
    en: 'Failed',
    fr: 'Échoué',
    means: {
      en: 'The payment provider refused it for good.',
      fr: 'Le prestataire de paiement l’a refusé définitivement.',
    },
  },
  cancelled: {
    en: 'Cancelled',
    fr: 'Annulé',
    means: { en: 'It was cancelled before any money moved.', fr: 'Annulé avant tout mouvement d’argent.' },
  },
});

export type Amount = { minorUnits: number; currency: string };

/** The payment provider is the only source of the state of a payment (promise W5). */
export type ProviderPayment = {
  reference: string;
  /** Our id, as the provider stores it. Null for a payment that the platform did not create. */
  paymentId: string | null;
  state: z.output<typeof ProviderState>;
  amount: Amount;
  failureCode: string | null;
  /** Lets the client confirm the payment. */
  clientSecret: string | null;
  refunds: readonly { reference: string; minorUnits: number }[];
};

/** Adapters read and write at the provider only: they have no access to the tables of payments. */
export type PaymentProvider = {
  name: string;
  /** Idempotent by `paymentId`. Throws PaymentRefused for a request that can never succeed. */
  create(payment: { paymentId: string; amount: Amount }, signal: AbortSignal): Promise<ProviderPayment>;
  /** Undefined: the provider has no such payment. */
  find(reference: string, signal: AbortSignal): Promise<ProviderPayment | undefined>;
  /** Returns the payment as it then is: it may have succeeded before. */
  cancel(reference: string, signal: AbortSignal): Promise<ProviderPayment>;
  /** References of the payments created since then. */
  listReferences(since: Date): AsyncIterable<string>;
};

export function isSameAmount(one: Amount, other: Amount): boolean {
  return one.minorUnits === other.minorUnits && one.currency === other.currency;
}

/** In minor units. */
export function refundedOf({ refunds }: ProviderPayment): number {
  return refunds.reduce((sum, { minorUnits }) => sum + minorUnits, 0);
}

/** No retry can succeed. */
export class PaymentRefused extends Error {
  override readonly name = 'PaymentRefused';
  readonly code: string;

  constructor(code: string, cause?: unknown) {
    super(`The payment provider refused the payment: ${code}`, { cause });
    this.code = code;
  }
}
