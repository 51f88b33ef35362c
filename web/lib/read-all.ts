// the data API gives at most 1000 rows an answer
const rowsPerRead = 1000

/** Every row of a read that may be longer than one answer. @param read the rows `from` to `to`, both included, ordered */
export async function readAll<Row>(
  read: (
    from: number,
    to: number,
  ) => PromiseLike<{ data: Row[]; error: null } | { data: null; error: unknown }>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (;;) {
    const { data, error } = await read(rows.length, rows.length + rowsPerRead - 1)
    if (!data) throw error
    rows.push(...data)
    if (data.length < rowsPerRead) return rows
  }
}
