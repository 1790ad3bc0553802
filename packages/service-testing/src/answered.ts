import { sqlState } from '@trust/service-kit/database/sql-error';

/**
 * Asks again, as clients do, while the answer is 503: nothing was done then, because a busy machine did not get a lock in time. After ten
 * times the answer stands.
 */
export async function answered<Answer extends { status: number }>(ask: () => Promise<Answer>): Promise<Answer> {
  let answer = await ask();
  for (let again = 1; again < 10 && answer.status === 503; again++) answer = await ask();
  return answer;
}

const lockNotAvailable = '55P03';

/** Repeats a transaction that did not get a lock in time, as a busy machine causes. After ten times the error stands. */
export async function applied(transact: () => Promise<void>): Promise<void> {
  for (let again = 1; again < 10; again++)
    try {
      return await transact();
    } catch (error) {
      if (sqlState(error) !== lockNotAvailable) throw error;
    }
  return transact();
}
