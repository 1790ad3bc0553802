import { brokenConstraint } from '@trust/service-kit/database/sql-error';
import { Problem } from '@trust/service-kit/problems/problem';

/** Constraints of the table decide who can be assigned (promise Z3). */
export async function mapAssigneeErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    switch (brokenConstraint(error)) {
      case 'agent_needs_permission':
        throw new Problem('state-conflict', undefined, {
          errors: [{ field: 'assigneeId', code: 'permission_missing' }],
        });
      case 'agent_is_no_representative':
        throw new Problem('separation-of-duties', {
          en: 'The assignee represents the provider. Assign another field agent.',
          fr: 'La personne désignée représente le prestataire. Désignez une autre personne.',
        });
      case 'agent_judges_nothing':
        throw new Problem('separation-of-duties', {
          en: 'The assignee reviews, recommended or decides the case. Assign another field agent.',
          fr: 'La personne désignée examine le dossier, a fait une recommandation ou en décide. Désignez une autre personne.',
        });
      default:
        throw error;
    }
  }
}
