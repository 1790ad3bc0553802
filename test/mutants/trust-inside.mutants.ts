import { mutantsOf } from './mutant.ts';

export const mutants = [
  ...mutantsOf('packages/service-kit', [
    ['src/sealing/secret.ts', 'return matches.includes(true);', 'return matches[0] ?? false;', 'src/sealing/secret'],
    ['src/http/cursor.ts', 'unsealWithAny(keys,', 'unsealWithAny([keys[0]],', 'src/http/cursor.test.ts'],
    [
      'src/http/idempotency.ts',
      'unsealWithAny(sealingOf(idempotency),',
      'unsealWithAny([sealingOf(idempotency)[0]],',
      'src/http/idempotency.test.ts',
    ],
    ['src/tls/plaintext.ts', "['PUBLIC_URL', 'S3_PUBLIC_ENDPOINT', 'APP_URL']", "['PUBLIC_URL']", 'src/tls'],
    ['src/tls/plaintext.ts', "=== 'verify-full'", "!== 'disable'", 'src/tls'],
    [
      'src/tls/plaintext.ts',
      "every((one) => one.startsWith('tls:'))",
      "some((one) => one.startsWith('tls:'))",
      'src/tls',
    ],
    ['src/tls/plaintext.ts', "addresses.split(',').every(", "addresses.split(',').some(", 'src/tls'],
    ['src/tls/plaintext.ts', ' && !isLoopback(String(HOST)))', ' && false)', 'src/tls'],
    [
      'src/bus/bus.ts',
      'faults.includes(undefined) ? undefined : faults[0]',
      'undefined',
      'src/tls/certificates.test.ts',
    ],
    [
      'src/tls/certificates.ts',
      'own.filter((one) => !known.has(one))',
      'own.slice(0, 1)',
      'src/tls/certificates.test.ts',
    ],
    ['src/bus/bus.ts', '&& ++refusals < passwords) continue;', '&& ++refusals < 1) continue;', 'src/bus/bus.test.ts'],
  ]),
  ...mutantsOf('services/identity', [
    ['src/secrets.ts', ').includes(true)', ')[0] === true', 'src/sign-in/challenges/verify-challenge.test.ts'],
    [
      'src/people/data-keys/assert-opens.ts',
      'if (!vault.indexOf(found.channel, identifier).equals(found.identifier_index))',
      'if (false)',
      'src/people/data-keys',
    ],
    [
      'src/people/announce-contact-points.ts',
      '[keys.contactHash, ...keys.acceptedContactHashes]',
      '[keys.contactHash]',
      'src/account/contact-points/announced-contact-points.test.ts',
    ],
  ]),
  ...mutantsOf('services/provider', [
    [
      'src/registration/duplicates/assert-finds-names.ts',
      '!rows.some(isFound)',
      'false',
      'src/registration/duplicates/assert-finds-names.test.ts',
    ],
  ]),
  ...mutantsOf('services/operations', [
    [
      'src/audit/checkpoints/checkpoint-key.ts',
      '[jwk, ...accepted].map(publicKeyOf)',
      '[jwk].map(publicKeyOf)',
      'src/audit/verification/audit-chain.test.ts',
    ],
  ]),
];
