export const claimMinutes = 15;
export const claimsPerOperator = 10;
export const snoozeDays = 14;
export const notesPerItem = 200;
