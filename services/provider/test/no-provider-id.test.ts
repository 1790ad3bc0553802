import { expect, test } from 'vitest';
import { routes } from '../src/routes.ts';
import { makeActive, squareAround } from './make.ts';
import { startProvider } from './service.ts';

const me = '/provider-workspace/me';
const centre = { latitude: 47.5, longitude: 0.5 };

/** How each route of the workspace is asked so that it succeeds, and how so that it is refused. */
const asked: Record<string, { body?: object; refused?: { body?: object; headers?: Record<string, string> } }> = {
  getWorkspace: {},
  patchProfile: {
    body: { summary: 'Other words.' },
    refused: { body: { summary: 'Under a stale revision.' }, headers: { 'if-match': '"r1"' } },
  },
  putService: { refused: {} },
  deleteService: {},
  putLocation: {
    body: { serviceArea: squareAround(centre), privateBase: centre },
    refused: { body: { providerId: 'mine' } },
  },
  listWorkspaceEnquiries: {},
  listReviewResponses: {},
  putAvailability: { body: { state: 'paused' }, refused: { body: { state: 'limited' } } },
};

test('Z2 no answer of the workspace, done or refused, names the provider by an id', async () => {
  await using service = await startProvider();
  const { actor, id } = await makeActive(service);
  const ofWorkspace = Object.entries(routes).filter(([, { declaration }]) => declaration.path.startsWith(me));
  expect(ofWorkspace.map(([name]) => name).sort()).toEqual(Object.keys(asked).sort());
  const leaks: string[] = [];
  for (const [name, { declaration }] of ofWorkspace) {
    const { body, refused = {} } = asked[name] ?? {};
    const path = declaration.path.replace('{categoryKey}', 'electrician');
    for (const options of [body ? { body } : {}, refused]) {
      const answer = await service[declaration.method](path, { actor, ...options });
      expect([name, answer.status < 500]).toEqual([name, true]);
      if (options !== refused) expect({ name, status: answer.status }).toEqual({ name, status: 200 });
      if (JSON.stringify([answer.body, [...answer.headers]]).includes(id)) leaks.push(name);
    }
    if (name === 'deleteService') await service.put(`${me}/services/electrician`, { actor });
  }
  expect(leaks).toEqual([]);
});
