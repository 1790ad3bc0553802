import { expect, test } from 'vitest';
import { makePublished } from '../../../test/make.ts';
import { answer, makeEnquiry } from '../../../test/make-enquiry.ts';
import { startProvider } from '../../../test/service.ts';

test('P4 no contact is handed over or repeated while a withdrawn consent could not arrive', async () => {
  await using service = await startProvider();
  const owner = await makePublished(service);
  const { id } = await makeEnquiry(service, owner);
  await answer(service, owner.actor, id, 'accept');
  const handOff = () => answer(service, owner.actor, id, 'contact-handoff');
  service.app.hearsEvents = () => false;
  const refused = await handOff();
  expect(refused).toMatchObject({ status: 503, body: { type: 'http://trust.test/problems/unavailable' } });
  expect(refused.headers.get('retry-after')).toBe('5');
  service.app.hearsEvents = () => true;
  expect(await handOff()).toMatchObject({ status: 200, body: { contact: { identifier: 'lea@example.org' } } });
  service.app.hearsEvents = () => false;
  expect(await handOff()).toMatchObject({ status: 503 });
});
