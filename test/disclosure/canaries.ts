import { actorNames } from '../authorization/actors.ts';
import type { World } from '../authorization/world.ts';
import type { Platform } from '../platform.ts';
import { canaryValues, isCanary } from './canary-values.ts';
import { type PrivateColumn, privateColumns, type SearchedService, searchedServices } from './columns.ts';
import { type Spelling, spellingsOfBytes, spellingsOfDegree, spellingsOfText, spellingsOfUuid } from './spellings.ts';
import type { Kind } from './tables.ts';

export type Unstored = 'checked name' | 'document' | 'identifier' | 'token';

export type Canary = { kind: Kind | Unstored; columns: string[]; value: string; spellings: Spelling[] };

const most = 400;

export async function storedCanaries(platform: Platform, other: string): Promise<Canary[]> {
  const found = searchedServices.flatMap((service) =>
    privateColumns(service).map(async (column) => {
      const values = await valuesIn(platform, service, column, other);
      return values.flatMap((value) => canariesOf(`${service}.${column.table}.${column.column}`, column.kind, value));
    }),
  );
  const byValue = Map.groupBy((await Promise.all(found)).flat(), ({ kind, value }) => `${kind} ${value}`);
  return [...byValue.values()].flatMap(([first, ...same]) =>
    first ? [{ ...first, columns: [first, ...same].flatMap(({ columns }) => columns) }] : [],
  );
}

export type HandedOut = { tokens: string[]; documents: Buffer[] };

export function unstoredCanaries({ sessions }: World, { tokens, documents }: HandedOut): Canary[] {
  const people = actorNames.flatMap((name) => sessions[name] ?? []);
  const canary = (kind: Unstored, value: string, spellings: Spelling[]): Canary => ({
    kind,
    columns: [],
    value,
    spellings,
  });
  const texts: [Unstored, string[]][] = [
    ['identifier', [...people.map(({ identifier }) => identifier), canaryValues.invited, canaryValues.uninvited]],
    ['token', [...tokens, ...people.flatMap(({ accessToken, refreshToken }) => [accessToken, refreshToken])]],
    ['document', [canaryValues.documentTitle]],
    ['checked name', [canaryValues.familyName]],
  ];
  return [
    ...texts.flatMap(([kind, values]) => values.map((value) => canary(kind, value, spellingsOfText(value)))),
    ...documents.map((bytes) =>
      canary('document', bytes.toString('hex'), [{ form: 'bytes', text: bytes }, ...spellingsOfBytes(bytes)]),
    ),
  ];
}

type Value = { text: string | null; bytes: Buffer | null; degrees: number[] | null };

async function valuesIn(
  platform: Platform,
  service: SearchedService,
  { table, column }: PrivateColumn,
  other: string,
): Promise<Value[]> {
  const [{ type } = { type: '' }] = await platform.rows<{ type: string }>(
    service,
    'select udt_name as type from information_schema.columns where table_name = $1 and column_name = $2',
    [table, column],
  );
  const degrees = `array(select distinct unnest(array[st_x(geom), st_y(geom)]) from st_dumppoints(${column}::geometry))`;
  const columns = {
    text: type === 'bytea' || type === 'geography' ? 'null' : `${column}::text`,
    bytes: type === 'bytea' ? column : 'null::bytea',
    degrees: type === 'geography' ? degrees : 'null',
  };
  return platform.rows<Value>(
    service,
    `select distinct ${columns.text} as text, ${columns.bytes} as bytes, ${columns.degrees} as degrees
     from ${table} t where ${column} is not null and to_jsonb(t)::text not like $1 limit ${most}`,
    [`%${other}%`],
  );
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const written: readonly Kind[] = [
  'correction',
  'instructions',
  'observation',
  'own name',
  'own summary',
  'own website',
  'reason',
  'statement',
  'visit summary',
];

function canariesOf(column: string, kind: Kind, { text, bytes, degrees }: Value): Canary[] {
  const canary = (value: string, spellings: Spelling[]): Canary => ({ kind, columns: [column], value, spellings });
  // The first 24 bytes identify a long value.
  if (bytes) return [canary(bytes.toString('hex'), spellingsOfBytes(bytes.subarray(0, 24)))];
  if (degrees) return degrees.map((degree) => canary(String(degree), spellingsOfDegree(degree)));
  if (text && uuid.test(text)) return [canary(text, spellingsOfUuid(text))];
  // Other tests type the same text in many columns.
  if (written.includes(kind)) return text && isCanary(text) ? [canary(text, spellingsOfText(text))] : [];
  return text && text.length >= 12 ? [canary(text, spellingsOfText(text))] : [];
}
