import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Session } from '../../demo/client.ts';
import { refresh, signIn } from '../../demo/steps/sign-in.ts';
import { actorNames } from '../authorization/actors.ts';
import type { World } from '../authorization/world.ts';
import { exportAll, findTraces } from '../journey/erased-person.ts';
import { runCommand } from '../run-command.ts';
import { canaryValues, isCanary } from './canary-values.ts';
import { type DeclaredService, declaredServices } from './columns.ts';
import { personalData } from './personal-data.ts';
import { typeRareWords } from './rare-words.ts';
import { ownReason } from './reason-requests.ts';
import { registeredName } from './subject-requests.ts';
import { freeTexts, type TypedText } from './typed-texts.ts';
import type { Personal } from './ways-out.ts';

type Column = Personal & { service: DeclaredService; table: string; column: string };
type Value = { as: string; value: unknown };

const isExported = ({ out }: Personal) => /^(as|with) /.test(out.exported);
const isDeleted = ({ out }: Personal) => out.erased.startsWith('deleted');
const nameOf = ({ service, table, column }: Column) => `${service}.${table}.${column}`;

/** Columns with words that a person typed in clear, and a key by which theirs are found. */
const readableByKey = columns().filter(({ key, of }) => key !== null && key !== 'itself' && of !== 'provider');

/** P2: exports what everybody typed in the tests before, then erases all of them. Last: nobody can sign in afterwards. */
export function testPersonalData(world: () => World, typed: readonly TypedText[]): void {
  describe('P2 words of people', () => {
    const people = new Map<string, string>();
    const files = new Map<string, Record<string, unknown>>();
    const readable: Column[] = [];
    const values: (Value & Column)[] = [];

    beforeAll(async () => {
      const { client, platform, sessions } = world();
      // The owner requested an export before they typed.
      await platform.rows('identity', 'delete from data_export');
      await platform.resetCodeLimits();
      for (const name of actorNames.filter((one) => !['anonymous', 'expired', 'revoked'].includes(one)))
        sessions[name] = await refresh(client, sessions[name] as Session);
      const decider2 = await signIn(client, 'decider2@example.test');
      const decider3 = await signIn(client, 'decider3@example.test');
      const security2 = await signIn(client, 'security2@example.test');
      await typeRareWords(world(), security2);
      await platform.settled();
      for (const [name, session] of Object.entries({ ...sessions, decider2, decider3, security2 })) {
        if (!session || ['expired', 'revoked'].includes(name)) continue;
        people.set(name, (await client.as(session).api.getAccountProfile()).id);
        files.set(name, await exportAll(client, session));
      }
      for (const column of readableByKey) if (await isReadable(world(), column)) readable.push(column);
      for (const [as, personId] of people)
        for (const column of readable)
          for (const value of await valuesIn(world(), column, personId)) values.push({ ...column, as, value });
    }, 180_000);

    test('the export of each person has every text that the list says is exported', () => {
      const missing = values
        .filter((one) => isExported(one) && !textIn(files.get(one.as)?.[one.service], one.value))
        .map((one) => `${nameOf(one)} of ${one.as}: ${JSON.stringify(one.value)}`);
      expect(missing).toEqual([]);
    });

    test('the export of an owner has the names that are sealed', () => {
      const file = JSON.stringify(files.get('owner')?.provider);
      for (const name of [registeredName, canaryValues.familyName]) expect(file).toContain(name);
    });

    test('every column of the list that is exported in clear has a text of a person', () => {
      const filled = new Set(values.map(nameOf));
      expect(readable.filter((column) => isExported(column) && !filled.has(nameOf(column))).map(nameOf)).toEqual([]);
    });

    test('after an erasure no table has a text or an id that the list says goes', async () => {
      const { platform } = world();
      // A reason of an operator is in the audit log too.
      const kept = JSON.stringify(values.filter((one) => !isDeleted(one)).map(({ value }) => value));
      const stored = values
        .filter(isDeleted)
        .flatMap(({ value }) => (typeof value === 'string' && isCanary(value) && !kept.includes(value) ? [value] : []));
      expect(stored.length).toBeGreaterThan(0);
      expect(await findTraces(platform, stored)).not.toEqual([]);
      // Wherever the platform has put them, unless the list says that they stay.
      const staying = JSON.stringify(await wordsThatStay(world()));
      const fields = freeTexts();
      const sent = typed.flatMap(({ field, text }) =>
        fields.includes(field) && !staying.includes(text) ? [text] : [],
      );
      expect(sent).toEqual(expect.arrayContaining([ownReason('a case'), ownReason('publish')]));
      const texts = [...new Set([...stored, ...sent])];

      const list = join(platform.dataDir, 'erasures.txt');
      writeFileSync(list, [...people.values()].join('\n'));
      const command = ['npm', 'run', '--silent', 'erasures', '--', 'repeat', list];
      expect(await runCommand(command, 'captured', { DATA_DIR: platform.dataDir })).toMatchObject({ code: 0 });
      await platform.settled();

      expect(await findTraces(platform, texts)).toEqual([]);
      const left: string[] = [];
      for (const column of columns().filter((one) => isDeleted(one) && one.key !== null))
        for (const [name, personId] of people)
          if ((await valuesIn(world(), column, personId)).length > 0) left.push(`${nameOf(column)} of ${name}`);
      expect(left).toEqual([]);
    }, 120_000);
  });
}

function columns(): Column[] {
  return declaredServices.flatMap((service) =>
    Object.entries(personalData[service]).flatMap(([table, entries]) =>
      entries.flatMap((entry) => entry.columns.split(' ').map((column) => ({ ...entry, service, table, column }))),
    ),
  );
}

/** False for what is sealed, and for places. */
async function isReadable({ platform }: World, { service, table, column }: Column): Promise<boolean> {
  const [{ type } = { type: '' }] = await platform.rows<{ type: string }>(
    service,
    'select udt_name as type from information_schema.columns where table_name = $1 and column_name = $2',
    [table, column],
  );
  return type !== 'bytea' && type !== 'geography';
}

/** Words of representatives and customers that an erasure leaves, by the list: of operators and the outbox aside. */
async function wordsThatStay(world: World): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const column of columns().filter((one) => !isDeleted(one) && one.of !== 'operator' && one.key !== 'itself')) {
    const { service, table, column: name } = column;
    if (table === 'outbox' || !(await isReadable(world, column))) continue;
    found.push(await world.platform.rows(service, `select distinct to_jsonb(${name}) as value from ${table}`));
  }
  return found;
}

async function valuesIn({ platform }: World, column: Column, personId: string): Promise<unknown[]> {
  const { service, table, column: name, key } = column;
  const rows = await platform.rows<{ value: unknown }>(
    service,
    `select to_jsonb(${name}) as value from ${table}
     where ${key === 'itself' ? name : key} = $1 and ${name} is not null`,
    [personId],
  );
  return rows.map(({ value }) => value);
}

function textIn(file: unknown, value: unknown): boolean {
  return JSON.stringify(file ?? null).includes(JSON.stringify(value));
}
