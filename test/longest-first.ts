import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Ends of paths. Started last, they would keep one worker busy while the others idle. */
export const longest = [
  'test/platform',
  'consume',
  'outbox',
  'examination',
  'catalog-command',
  'pull-consumer',
  'overload',
  'rolling-restart',
  'test/slow-senders',
  'object-store',
  'operators-command',
];

/** Other files keep vitest's order: by their last duration, or by size. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rest = await super.sort(files);
    const first = longest.flatMap((name) => rest.filter(({ moduleId }) => isTest(moduleId, name)));
    return [...new Set([...first, ...rest])];
  }
}

export function isTest(path: string, name: string): boolean {
  return path.endsWith(`/${name}.test.ts`);
}
