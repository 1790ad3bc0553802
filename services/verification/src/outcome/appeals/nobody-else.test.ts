import { operator } from '@trust/service-testing/actors';
import { expect, test } from 'vitest';
import { makeAppealInReview, makeDecided, recommendAppeal } from '../../../test/appeals.ts';
import { startVerification } from '../../../test/service.ts';

test('an appeal is not recommended while nobody else may decide it', async () => {
  await using service = await startVerification();
  const made = await makeAppealInReview(service, await makeDecided(service));
  expect(await recommendAppeal(service, made)).toMatchObject({
    status: 409,
    body: { errors: [{ field: 'outcome', code: 'nobody_else_may_decide' }] },
  });
  await service.known(operator('decider'));
  expect((await recommendAppeal(service, made)).status).toBe(201);
});
