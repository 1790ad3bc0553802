import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { typeOf } from '@trust/contracts/event';
import { serviceDatabases } from '../../deploy/local/services.ts';
import type { Platform } from '../platform.ts';
import type { Output } from './recording-client.ts';

export function logs({ dataDir }: Platform): Output[] {
  return globSync('logs/*', { cwd: dataDir }).map((file) => ({
    place: `log ${basename(file)}`,
    text: readFileSync(join(dataDir, file)),
  }));
}

const subject = new RegExp(
  `(?<!ce-type: )(?:${serviceDatabases.join('|')})\\.[a-z0-9-]+(?:\\.[a-z0-9-]+)+\\.v\\d+`,
  'g',
);

export function events({ dataDir }: Platform): Output[] {
  return globSync('nats/**/*.blk', { cwd: dataDir }).flatMap((file) => {
    const content = readFileSync(join(dataDir, file), 'latin1');
    const found = [...content.matchAll(subject)];
    return found.map((match, index) => ({
      place: `event ${typeOf(match[0])}`,
      text: Buffer.from(content.slice(match.index, found[index + 1]?.index), 'latin1'),
    }));
  });
}

export async function findMissingEvents(dump: readonly Output[], platform: Platform): Promise<string[]> {
  const all = Buffer.concat(dump.map(({ text }) => text)).toString('latin1');
  const sent = serviceDatabases.map((service) =>
    platform.rows<{ id: string }>(service, 'select id from outbox where sent_at is not null'),
  );
  return (await Promise.all(sent)).flat().flatMap(({ id }) => (all.includes(id) ? [] : [id]));
}
