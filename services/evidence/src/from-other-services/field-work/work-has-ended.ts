import { conflict, type Problem } from '@trust/service-kit/problems/problem';

export function workHasEnded(): Problem {
  return conflict({
    en: 'The work item has ended and takes no more photos. Read it again.',
    fr: 'Cette visite est terminée et n’accepte plus de photo. Relisez-la.',
  });
}
