import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Started last, they would keep one worker busy while the others idle. */
const longest = [
  'test/platform',
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

/** Other files keep vitest's order: by their last duration, or by size. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rest = await super.sort(files);
    const first = longest.flatMap((name) => rest.filter(({ moduleId }) => moduleId.endsWith(`/${name}.test.ts`)));
    return [...new Set([...first, ...rest])];
  }
}
