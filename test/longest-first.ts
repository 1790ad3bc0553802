import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes longest, in its order: begun last, it would be all that is left to do for one worker while the others are done. */
const longest = [
  'test/platform',
  'provider-walk',
  'consume',
  'outbox',
  'examination',
  'catalog-command',
  'pull',
  'overload',
  'rolling-restart',
  'slow-senders',
  'object-store',
  'operators-command',
];

/** Everything else as vitest has it: by what it took last time, or by size. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rest = await super.sort(files);
    const first = longest.flatMap((name) => rest.filter(({ moduleId }) => moduleId.endsWith(`/${name}.test.ts`)));
    return [...new Set([...first, ...rest])];
  }
}
