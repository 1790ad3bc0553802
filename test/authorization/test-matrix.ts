import { beforeEach, describe, expect, test } from 'vitest';
import { serviceDatabases } from '../../deploy/local/services.ts';
import type { Answer, Problem } from '../raw-client.ts';
import { type ActorName, actorNames } from './actors.ts';
import { faultsOf, type Row, readMatrix } from './document.ts';
import { requestFor } from './requests.ts';
import type { World } from './world.ts';

const slugs: Record<string, string[]> = {
  '401': ['unauthenticated', 'webhook-refused'],
  '403': ['forbidden'],
  '404': ['not-found', 'no-active-workspace'],
  '409': ['ambiguous-assignment', 'separation-of-duties'],
};

/** Z1: compares the matrix with the contract, and the running platform with the matrix. */
export function testMatrix(world: () => World): void {
  const matrix = readMatrix();

  describe('Z1 who may do what', () => {
    // Every actor would exceed the privileged operations of a minute.
    beforeEach(async () => {
      const { rows } = world().platform;
      await Promise.all(serviceDatabases.map((service) => rows(service, 'delete from rate_limit')));
    });

    test('every operation has a confirmed row that agrees with its declaration or gives a reason', () => {
      expect(faultsOf(matrix)).toEqual([]);
    });

    test.each(matrix.rows.map((row) => [row.request, row] as const))('%s', async (_request, row) => {
      expect(await answersTo(row, world())).toEqual(statedIn(row));
    });
  });
}

type Shown = Partial<Record<ActorName, string>>;

function statedIn({ allowed, cells }: Row): Shown {
  const say = (cell: string) => (cell === '2xx' || cell === 'allowed' ? `allowed: ${allowed}` : cell);
  return Object.fromEntries(actorNames.map((name, index) => [name, say(cells[index] ?? '')]));
}

async function answersTo(row: Row, world: World): Promise<Shown> {
  const request = requestFor(row.request, world);
  if (!request) throw new Error(`Say in requests.ts how ${row.request} is asked.`);
  const { method, path, options } = request;
  // The actors share one address.
  await world.platform.resetCodeLimits();
  const ask = async (name: ActorName) =>
    [name, tell(row, await world.client.call(method, path, { ...options, as: world.sessions[name] }))] as const;
  // Requests that change something come last and in turn, so that no refusal follows from a change.
  const isChange = (name: ActorName) => method !== 'GET' && row.cells[actorNames.indexOf(name)] === '2xx';
  const answers = await Promise.all(actorNames.filter((name) => !isChange(name)).map(ask));
  for (const name of actorNames.filter(isChange)) answers.push(await ask(name));
  return Object.fromEntries(answers);
}

function tell({ allowed }: Row, { status, body }: Answer<unknown>): string {
  const slug = status >= 400 ? ((body as Problem).type?.split('/').at(-1) ?? '') : '';
  const answer = slug ? `${status} ${slug}` : `${status}`;
  if (answer === allowed) return `allowed: ${answer}`;
  return slugs[status]?.includes(slug) ? `${status}` : answer;
}
