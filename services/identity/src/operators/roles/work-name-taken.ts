import { conflict, type Problem } from '@trust/service-kit/problems/problem';

export function workNameTaken(): Problem {
  return conflict({
    en: 'Another operator has or had this work name. Request the role with another one.',
    fr: 'Une autre personne porte ou a porté ce nom de travail. Demandez le rôle avec un autre nom.',
  });
}
