import { expect, test } from 'vitest';
import { webPageOf } from './links.ts';

test('without an app a claim leads to its page on the website, and everything else to the start page', () => {
  const claimId = '019a4909-3ae8-7b17-8c5e-92d06f4ab1e3';
  expect(webPageOf('claim_revoked', { claimId }, 'http://trust.test')).toBe(
    `http://trust.test/verify?claim=${claimId}`,
  );
  expect(webPageOf('claim_revoked', {}, 'http://trust.test')).toBe('http://trust.test');
  expect(webPageOf('new_sign_in', { claimId }, 'http://trust.test')).toBe('http://trust.test');
});
