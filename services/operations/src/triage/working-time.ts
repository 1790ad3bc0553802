const dayMs = 86_400_000;

/** 24 hours of Monday to Friday, in UTC. */
export const businessDayMs = dayMs;

export function addWorkingTime(from: Date, ms: number): Date {
  let at = startOfWork(from.getTime());
  let left = ms;
  while (left >= endOfDay(at) - at) {
    left -= endOfDay(at) - at;
    at = startOfWork(endOfDay(at));
  }
  return new Date(at + left);
}

/** In milliseconds; 0 if `to` is not later than `from`. */
export function workingTimeBetween(from: Date, to: Date): number {
  const end = to.getTime();
  let passed = 0;
  for (let at = startOfWork(from.getTime()); at < end; at = startOfWork(endOfDay(at))) {
    passed += Math.min(endOfDay(at), end) - at;
  }
  return passed;
}

const endOfDay = (at: number) => (Math.floor(at / dayMs) + 1) * dayMs;

function startOfWork(at: number): number {
  let day = at;
  while (isWeekend(day)) day = endOfDay(day);
  return day;
}

function isWeekend(at: number): boolean {
  const weekday = new Date(at).getUTCDay();
  return weekday === 0 || weekday === 6;
}
