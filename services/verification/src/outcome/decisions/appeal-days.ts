/** Contract §2: working days after the decision in which it can be appealed. */
export const appealDays = 15;
