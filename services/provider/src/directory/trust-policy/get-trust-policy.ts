import { z } from 'zod';
import { route } from '../../app.ts';
import { trustPolicies } from './trust-policies.ts';

const [firstRule] = trustPolicies[0].rules;

const ByLanguage = z.record(z.string(), z.string());

const TrustPolicy = z
  .object({
    version: z.string().meta({ description: 'Version of the rules that is in force.', examples: ['2026-11'] }),
    takesEffectOn: z.iso.date().meta({ description: 'First day of the version (UTC).' }),
    rules: z
      .array(
        z
          .object({
            key: z.string().meta({ description: 'Key of the rule.', examples: ['payment-changes-no-claim'] }),
            title: ByLanguage.meta({
              description: 'Title of the rule in every language.',
              examples: [firstRule.title],
            }),
            text: ByLanguage.meta({ description: 'The rule in every language.', examples: [firstRule.text] }),
          })
          .meta({ id: 'TrustRule' }),
      )
      .describe('All rules of the version.'),
  })
  .meta({ id: 'TrustPolicy' });

export const getTrustPolicy = route(
  {
    method: 'get',
    path: '/public/trust-policy',
    summary: 'Get the trust rules',
    description: 'The rules that every claim follows, in the version that is in force, in every language.',
    access: 'public',
    cache: 'public',
    alwaysOpen: true,
    responds: { status: 200, body: TrustPolicy },
  },
  async (_input, { now }) => {
    const today = now().toISOString().slice(0, 10);
    const { version, takesEffectOn, rules } =
      trustPolicies.findLast((policy) => policy.takesEffectOn <= today) ?? trustPolicies[0];
    return { version, takesEffectOn, rules: [...rules] };
  },
);
