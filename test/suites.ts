const all = '{packages,services,deploy,bench,demo,test}/**';

export const suites = {
  default: { include: [`${all}/*.test.ts`], exclude: ['**/*.{long,faults,observability}.test.ts'] },
  long: { include: [`${all}/*.long.test.ts`], exclude: [] },
  observability: { include: [`${all}/*.observability.test.ts`], exclude: [] },
  faults: { include: [`${all}/*.faults.test.ts`], exclude: [] },
} satisfies Record<string, { include: string[]; exclude: string[] }>;

export type SuiteName = keyof typeof suites;
