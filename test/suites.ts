const all = '{packages,services,deploy,bench,demo,test}/**';
// A benchmark installs packages of its own below bench/.
const packages = '**/node_modules/**';

export const suites = {
  default: { include: [`${all}/*.test.ts`], exclude: ['**/*.{long,faults,observability}.test.ts', packages] },
  // `every-route` sends more bodies there.
  long: { include: [`${all}/*.long.test.ts`, `${all}/every-route.test.ts`], exclude: [packages] },
  observability: { include: [`${all}/*.observability.test.ts`], exclude: [packages] },
  faults: { include: [`${all}/*.faults.test.ts`], exclude: [packages] },
} satisfies Record<string, { include: string[]; exclude: string[] }>;

export type SuiteName = keyof typeof suites;
