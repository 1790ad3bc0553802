export type Decision = 'approve' | 'reject';

export const validHours = 72;

export function outcomeOf(decisions: Decision[], needed: number): 'pending' | 'approved' | 'rejected' {
  if (decisions.includes('reject')) return 'rejected';
  return decisions.length >= needed ? 'approved' : 'pending';
}

export function expiryOf(requestedAt: Date): Date {
  return new Date(requestedAt.getTime() + validHours * 3_600_000);
}

/** Expiry is computed on read (promise M4). */
export function stateAt<State extends string>(row: { state: State; expires_at: Date }, now: Date): State | 'expired' {
  return row.state === 'pending' && row.expires_at <= now ? 'expired' : row.state;
}
