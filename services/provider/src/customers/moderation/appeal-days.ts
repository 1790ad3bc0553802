export const appealDays = 21;
