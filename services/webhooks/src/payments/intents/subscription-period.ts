/** One month later, on its last day where the month is shorter. */
export function periodEnd(paidAt: Date): Date {
  const end = new Date(paidAt);
  end.setUTCMonth(end.getUTCMonth() + 1);
  if (end.getUTCDate() !== paidAt.getUTCDate()) end.setUTCDate(0);
  return end;
}
