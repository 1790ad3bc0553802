import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from '../environment.ts';
import {
  evidenceSettings,
  gatewaySettings,
  identitySettings,
  misspeltSettings,
  verificationSettings,
} from './known-settings.ts';

test.each([
  ['EDGE_HOST', 'Unknown setting EDGE_HOST. Did you mean EDGE_HOSTS?'],
  ['PUBLIC_READ', 'Unknown setting PUBLIC_READ. Did you mean PUBLIC_READS?'],
  ['SCANER', undefined],
  ['SCANNERS', 'Unknown setting SCANNERS. Did you mean SCANNER?'],
  ['CLAMD_ADRESS', 'Unknown setting CLAMD_ADRESS. Did you mean CLAMD_ADDRESS?'],
  [
    'EVIDENCE_BACKEND',
    `Unknown setting EVIDENCE_BACKEND. There are: ${[...evidenceSettings].filter((name) => name.startsWith('EVIDENCE_')).join(', ')}.`,
  ],
])('reports %s as %j', (name, message) => {
  expect(misspeltSettings({ [name]: 'x' })).toEqual(message ? [message] : []);
});

test('accepts known settings and variables of other programs', () => {
  const known = [
    'PORT',
    'DATA_DIR',
    'LOG_LEVEL',
    ...gatewaySettings,
    ...evidenceSettings,
    ...identitySettings,
    ...verificationSettings,
  ];
  const others = ['PATH', 'HOME', 'HOST', 'PWD', 'EDITOR', 'OTEL_TRACES_EXPORTER', 'XDG_DATA_DIRS', 'HOSTNAME'];
  expect(misspeltSettings(Object.fromEntries([...known, ...others].map((name) => [name, 'x'])))).toEqual([]);
});

test('lists every setting of the gateway that npm start passes on', () => {
  const config = readFileSync(join(repositoryRoot, 'services/gateway/src/config.ts'), 'utf8');
  const read = [...config.matchAll(/^ {2}(EDGE_[A-Z_]+|PUBLIC_READS|CONTACT_EMAIL):/gm)].map(([, name]) => name);
  expect(read.sort()).toEqual([...gatewaySettings].sort());
});
