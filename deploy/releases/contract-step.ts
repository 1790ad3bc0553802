const header = /^-- contract step since release (\S+): (\S.*)$/m;

export const contractStepForm = '-- contract step since release <name>: <what that release stopped using>';

/** The release that stopped using what the migration removes, as its header declares. */
export function contractStepOf(migration: string): { since: string; reason: string } | undefined {
  const [, since = '', reason = ''] = header.exec(migration) ?? [];
  return since ? { since, reason } : undefined;
}
