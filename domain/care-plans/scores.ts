/** Scores are whole numbers from 0 to 10. */
export const bestScore = 10
