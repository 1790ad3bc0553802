const months = 12;

/** Until when an interaction can be reviewed or disputed (docs/domain/reviews-and-disputes.md 1, 29). */
export function opinionPeriodEndsAt(recordedAt: Date): Date {
  const end = new Date(recordedAt);
  end.setUTCMonth(end.getUTCMonth() + months);
  return end;
}
