/**
 * Asks again, as clients do, while the answer is 503: nothing was done then, because a busy machine did not get a lock in time. After ten
 * times the answer stands.
 */
export async function answered<Answer extends { status: number }>(ask: () => Promise<Answer>): Promise<Answer> {
  let answer = await ask();
  for (let again = 1; again < 10 && answer.status === 503; again++) answer = await ask();
  return answer;
}
