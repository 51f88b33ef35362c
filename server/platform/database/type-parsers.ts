import pg from 'pg'

const int8 = 20
const date = 1082

/** 64-bit integers become numbers (money is far below 2^53), dates become text. */
export const getTypeParser: typeof pg.types.getTypeParser = ((oid: number, format?: 'text' | 'binary') => {
  if (oid === int8) return parseInt8
  if (oid === date) return (text: string) => text
  return pg.types.getTypeParser(oid, format as 'text')
}) as typeof pg.types.getTypeParser

function parseInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`integer ${text} is too large for a number`)
  return value
}
