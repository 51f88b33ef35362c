// the data API returns at most 1000 rows per request
const rowsPerRead = 1000

/** Reads all rows page by page. @param read rows `from` to `to`, inclusive, in a stable order */
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
