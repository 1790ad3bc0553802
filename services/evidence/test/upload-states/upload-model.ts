/** An upload as docs/domain/upload.md 22 describes it. Times are seconds from the start. */
export type Model = {
  state: 'open' | 'uploading' | 'retryable' | 'submitted' | 'cancelled' | 'expired';
  hasBytes: boolean;
  sessionExpiresAt: number;
  retryableSince: number;
};

export const triggers = ['part', 'interrupt', 'retry', 'confirm', 'cancel', 'create again', 'open again'] as const;
export type Trigger = (typeof triggers)[number];

export const sessionSeconds = 3600;
export const retryableSeconds = 30 * 86_400;

export const newUpload = (at: number): Model => ({
  state: 'open',
  hasBytes: false,
  sessionExpiresAt: at + sessionSeconds,
  retryableSince: 0,
});

const isActive = ({ state }: Model) => state === 'open' || state === 'uploading';

export function modelAt(model: Model, at: number): Model {
  const afterSession: Model =
    isActive(model) && model.sessionExpiresAt <= at
      ? { ...model, state: 'retryable', hasBytes: false, retryableSince: model.sessionExpiresAt }
      : model;
  const isExpired = afterSession.state === 'retryable' && afterSession.retryableSince + retryableSeconds <= at;
  return isExpired ? { ...afterSession, state: 'expired' } : afterSession;
}

export function applyTrigger(model: Model, trigger: Trigger, at: number): { next: Model; status: number } {
  const from = modelAt(model, at);
  const unchanged = (status: number) => ({ next: from, status });
  const renewed: Model = { ...from, state: 'uploading', hasBytes: false, sessionExpiresAt: at + sessionSeconds };
  switch (trigger) {
    case 'part':
      return isActive(from) ? { next: { ...from, state: 'uploading', hasBytes: true }, status: 200 } : unchanged(404);
    case 'interrupt':
      if (from.state === 'retryable') return unchanged(200);
      if (!isActive(from)) return unchanged(409);
      return { next: { ...from, state: 'retryable', hasBytes: false, retryableSince: at }, status: 200 };
    case 'retry':
      return from.state === 'retryable' ? { next: renewed, status: 200 } : unchanged(409);
    case 'confirm':
      return isActive(from) && from.hasBytes ? { next: { ...from, state: 'submitted' }, status: 201 } : unchanged(409);
    case 'cancel':
      if (from.state === 'submitted') return unchanged(409);
      return from.state === 'expired' ? unchanged(204) : { next: { ...from, state: 'cancelled' }, status: 204 };
    case 'create again':
      return unchanged(200);
    case 'open again':
      return from.state === 'retryable' ? { next: renewed, status: 201 } : unchanged(200);
  }
}
