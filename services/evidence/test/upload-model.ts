/** An upload as the contract has it (§4): what each trigger leads to, and what is answered. Moments in seconds from the start. */
export type Model = {
  state: 'open' | 'uploading' | 'retryable' | 'submitted' | 'cancelled' | 'expired';
  /** Whether the present session has all its bytes. */
  bytes: boolean;
  sessionUntil: number;
  retryableSince: number;
};

export const triggers = ['part', 'interrupt', 'retry', 'confirm', 'cancel', 'create again', 'open again'] as const;
export type Trigger = (typeof triggers)[number];

export const sessionSeconds = 3600;
const retryableSeconds = 30 * 86_400;

export const newUpload = (at: number): Model => ({
  state: 'open',
  bytes: false,
  sessionUntil: at + sessionSeconds,
  retryableSince: 0,
});

/** Nobody has to do anything for a session to run out, nor for an intent. */
export function asOf(model: Model, at: number): Model {
  const runs = model.state === 'open' || model.state === 'uploading';
  const lapsed: Model =
    runs && model.sessionUntil <= at
      ? { ...model, state: 'retryable', bytes: false, retryableSince: model.sessionUntil }
      : model;
  const isOver = lapsed.state === 'retryable' && lapsed.retryableSince + retryableSeconds <= at;
  return isOver ? { ...lapsed, state: 'expired' } : lapsed;
}

/** What a trigger leads to, and the status of its answer. A part is sent where the session takes parts, else its old URL is tried. */
export function leadsTo(given: Model, trigger: Trigger, at: number): { to: Model; status: number } {
  const from = asOf(given, at);
  const runs = from.state === 'open' || from.state === 'uploading';
  const stay = (status: number) => ({ to: from, status });
  const fresh: Model = { ...from, state: 'uploading', bytes: false, sessionUntil: at + sessionSeconds };
  switch (trigger) {
    case 'part':
      return runs ? { to: { ...from, state: 'uploading', bytes: true }, status: 200 } : stay(404);
    case 'interrupt':
      if (from.state === 'retryable') return stay(200);
      return runs ? { to: { ...from, state: 'retryable', bytes: false, retryableSince: at }, status: 200 } : stay(409);
    case 'retry':
      return from.state === 'retryable' ? { to: fresh, status: 200 } : stay(409);
    case 'confirm':
      return runs && from.bytes ? { to: { ...from, state: 'submitted' }, status: 201 } : stay(409);
    case 'cancel':
      if (from.state === 'submitted') return stay(409);
      return from.state === 'expired' ? stay(204) : { to: { ...from, state: 'cancelled' }, status: 204 };
    case 'create again':
      return stay(200);
    case 'open again':
      return from.state === 'retryable' ? { to: fresh, status: 201 } : stay(200);
  }
}
