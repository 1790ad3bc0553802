import { expect, test } from 'vitest';
import { startWebsite } from '../../../test/website.ts';

const claimId = '019a4909-3ae8-7b17-8c5e-92d06f4ab1e3';
const image = {
  ...{ alt: 'The owner' },
  sizes: [{ url: 'https://trust.test/api/v1/public/media/a.webp', width: 320, height: 200 }],
};
const claim = {
  ...{ claimId, status: 'valid', publicProviderId: 'lumiere', changedAt: '2026-11-22T10:00:00.000Z', card: null },
  ...{ checkedName: null, categoryLabel: { en: 'Childcare', fr: 'Garde d’enfants' } },
  provider: { displayName: 'Lumière', kind: 'individual', image },
};
const card = {
  ...{ claimId, type: 'premises_visited', about: 'premises', categoryKey: 'childcare', method: 'field_visit' },
  statement: { en: 'The place of care was visited.', fr: 'Le lieu d’accueil a été visité.' },
  ...{ sourceKind: 'field_visit', checkedOn: '2026-11-03', validUntil: '2027-11-03T09:30:00.000Z' },
  ...{ freshness: 'fresh', limitations: [], policyVersion: '2026-11', notVerified: [] },
};

async function read(more: object, language = 'en') {
  const claims = [{ ...claim, ...more }];
  const answer = { status: 'valid', checkedAt: '2026-11-22T10:00:00.000Z', token: null, claims };
  await using website = await startWebsite((_request, response) => void response.end(JSON.stringify(answer)));
  const page = await fetch(`${website.url}/verify?claim=${claimId}`, { headers: { 'accept-language': language } });
  const text = await page.text();
  expect(text).not.toMatch(/identity document|pièce d’identité|media\/a\.webp/);
  return text;
}

test('T1 `/verify` of a claim about premises names the place to compare, and asks for no identity document', async () => {
  const place = { latitude: 48.8566, longitude: 2.35, addressLabel: '12 rue <Oberkampf>' };
  expect(await read({ premises: { place } })).toMatch(
    /12 rue &lt;Oberkampf&gt;[\s\S]*48\.85660,\u00a02\.35000[\s\S]*with the place where you are[\s\S]*Lumière[\s\S]*✓ Valid today/,
  );
  expect(await read({ premises: { place: { ...place, addressLabel: null } } }, 'fr')).toMatch(
    /latitude et longitude[\s\S]*48\.85660,\u00a02\.35000[\s\S]*Comparez avec le lieu où vous êtes/,
  );
});

test('T1 `/verify` says that no place of a claim about premises is published', async () => {
  expect(await read({ premises: { place: null } })).toMatch(/is not published\. Nothing says/);
  // A provider service of an earlier release.
  expect(await read({ card }, 'fr')).toMatch(/n’est pas publié/);
});
